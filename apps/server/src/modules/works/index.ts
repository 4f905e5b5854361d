/** Pages of building works: sub-projects, questions about tenders, papers and letters. */
export { registerWorks } from './calls.ts';
export { urgeLetters } from './letter-mail.ts';
export { LETTER_FILES, seesWorksLetter } from './letters.ts';
export { PAPER_FILES, seesWorksPaper } from './papers.ts';
export { COMMENT_FILES, seesComment } from './supplier-file.ts';
export { seesTechDocument, TECH_FILES } from './tech.ts';
export { ADDENDUM_FILES, seesAddendum } from './tenders.ts';
