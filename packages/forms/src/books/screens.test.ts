import { SCREENS } from '@hengneng/core';
import type { BookShape } from '@hengneng/form-kit';
import { expect, it } from 'vitest';
import { BOOKS } from './index.ts';

it('every book has one page, under its own title', () => {
  const pages = SCREENS.flatMap(({ book, title }) => (book === undefined ? [] : [`${book} ${title}`]));
  expect(pages.toSorted()).toEqual(
    Object.values<BookShape>(BOOKS)
      .map(({ id, title }) => `${id} ${title}`)
      .toSorted(),
  );
});
