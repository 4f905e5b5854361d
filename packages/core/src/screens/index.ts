/** Every screen of the product; a test compares the table with the catalogue. */
import { screens as books } from './books.ts';
import { screens as business } from './business.ts';
import { screens as formFlowA } from './formFlowA.ts';
import { screens as formFlowB } from './formFlowB.ts';
import { screens as project } from './project.ts';
import type { Screen } from './screen.ts';
import { screens as shell } from './shell.ts';

export { type ListBeside, type ListPage, listPageOf } from './list-pages.ts';
export { type BesideColumn, roleColumnsOf, roleStepsOf } from './role-steps.ts';
export type { Screen } from './screen.ts';

export const SCREENS: readonly Screen[] = [...shell, ...formFlowA, ...formFlowB, ...business, ...project, ...books];

/** ShortCode of a route: its path without the leading slash, `/` as `.`. */
export const shortCodeOf = (path: string): string => path.replace(/^\//, '').replaceAll('/', '.');

/** Address of a book's page; empty where it has none. */
export const bookPath = (book: string): string => SCREENS.find((screen) => screen.book === book)?.path ?? '';
