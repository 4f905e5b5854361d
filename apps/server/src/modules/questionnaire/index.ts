/** Questionnaires for customers: answered without a session, set up and read by those who hold the page. */
export { registerQuestionnaires } from './calls.ts';
export { maySeeAnswer } from './manage.ts';
export { questionnaireJobs } from './notices.ts';
export { ANSWER_FILES } from './store.ts';
