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

/** Whatever a page lists, as a workbook; `Kind` is the page's name, all else is what its list was asked with. */
export const expFile = call('POST', '/emcapi/HistoricalDataReport/ExpFile', '导出，Kind 为屏名，其余参数同该屏查询', {
  input: z.looseObject({ Kind: z.string('请给出导出类型').min(1, '请给出导出类型').max(40) }),
  output: z.unknown(),
});
