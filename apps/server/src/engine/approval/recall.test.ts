import { expect, it } from 'vitest';
import type { Db } from '../../platform/db/schema.ts';
import { recalling } from './recall.ts';
import { directory } from './testing/world.ts';

it('asks the directory again after a few seconds, and after an error at once', async () => {
  let time = 0;
  let asked = 0;
  let broken = true;
  const db = {} as Db;
  const source = recalling(
    {
      ...directory,
      projectManager: async () => {
        asked += 1;
        if (broken) throw new Error('no connection');
        return [];
      },
    },
    () => time,
  );
  await expect(source.projectManager(db, 'P1')).rejects.toThrow('no connection');
  broken = false;
  await source.projectManager(db, 'P1');
  await source.projectManager(db, 'P1');
  expect(asked).toBe(2);
  time = 3000;
  await source.projectManager(db, 'P1');
  await source.projectManager(db, 'P2');
  expect(asked).toBe(4);
  expect(await source.userNames(db, ['1', '2'])).toEqual(
    new Map([
      ['1', '申请人甲'],
      ['2', '经理乙'],
    ]),
  );
});
