import { expect, it } from 'vitest';
import { pageInstead } from './last-page.ts';

it('leads from a page that was emptied to the last one, and from nowhere else', () => {
  expect(pageInstead({ rows: [], total: 20 }, 2, 20)).toBe(1);
  expect(pageInstead({ rows: [], total: 41 }, 99, 20)).toBe(3);
  // Nothing at all is said where one is.
  expect(pageInstead({ rows: [], total: 0 }, 3, 20)).toBeNull();
  // A count that moved between the two: asked for again, it would go on for ever.
  expect(pageInstead({ rows: [], total: 21 }, 2, 20)).toBeNull();
  expect(pageInstead({ rows: [{}], total: 21 }, 2, 20)).toBeNull();
});
