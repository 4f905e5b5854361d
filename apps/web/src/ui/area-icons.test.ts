import { MODULES, shortCodeOf } from '@hengneng/core';
import { isValidElement } from 'react';
import { expect, it } from 'vitest';
import { areaIcon } from './area-icons.tsx';

const kindOf = (code: string): unknown => {
  const icon = areaIcon(code);
  return isValidElement(icon) ? icon.type : null;
};

it('tells every area of the forms apart from what has no picture of its own', () => {
  const common = kindOf('elsewhere');
  const homes = [...new Set(Object.values(MODULES).map(({ home }) => shortCodeOf(home)))];
  expect(homes.filter((home) => kindOf(home) === common)).toEqual([]);
});
