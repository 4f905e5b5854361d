/**
 * Names under which the purchasing service is also called: the forms' own calls over the same records, with the same rights. What is
 * added is a draft; it is sent off by `Submit` like any other.
 */
import { z } from 'zod';
import { type CallContract, call } from './call.ts';
import { formCalls, saved } from './forms.ts';

/** Controllers of this service begin so. */
export const PURCHASING = '/srmapi/';

/** Field values come beside these by their keys. */
const newRecord = {
  BusinessId: z.undefined('新增不带 BusinessId，修改草稿请用 Draft').optional(),
};

export const purchasingCalls = (api: string, title: string) => {
  const { index, getInfo } = formCalls(api, title);
  return {
    add: call('POST', `${api}/Add`, `${title}：新增草稿，填好后用 Submit 提交审批`, {
      input: z.looseObject(newRecord),
      output: saved,
    }),
    getPage: call('POST', `${api}/GetPage`, `${title}：分页列表，参数同 Index`, {
      input: index.input,
      output: index.output,
    }),
    getDetail: call('POST', `${api}/GetDetail`, `${title}：单据详情，同 GetInfo`, {
      input: getInfo.input,
      output: getInfo.output,
    }),
  } satisfies Readonly<Record<string, CallContract>>;
};

export const changeProvider = call(
  'POST',
  `${PURCHASING}Provider/Change`,
  '服务商登记：以最近一次登记为底新增变更草稿，带上要改的字段',
  {
    input: z.looseObject({
      ...newRecord,
      provider: z.string('请指明变更单位').regex(/^[1-9]\d{0,17}$/, '变更单位的编号格式不正确'),
    }),
    output: saved,
  },
);
