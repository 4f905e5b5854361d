import { SCREENS } from '@hengneng/core';

/** Address of a book's page; empty where it has none. */
export const bookPath = (book: string): string => SCREENS.find((screen) => screen.book === book)?.path ?? '';
