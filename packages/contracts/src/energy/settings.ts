/** The two calls that keep all settings without one of their own; `SetType` says which is meant. */
import { z } from 'zod';
import { call } from '../call.ts';

const setType = z.string('请给出设置类型').min(1, '请给出设置类型').max(40);

export const projectSetUp = call('POST', '/emcapi/DataEntry/GetProjectSetUp', '读取设置，按 SetType 区分', {
  input: z.looseObject({ SetType: setType }),
  output: z.unknown(),
});
export const insertProjectSetUp = call('POST', '/emcapi/DataEntry/InsertProjectSetUp', '保存设置，按 SetType 区分', {
  input: z.looseObject({ SetType: setType }),
  output: z.unknown(),
});
