/** 私开: supply that was taken while it was suspended. Found on the spot by one, charged in full once another agrees. */
import { z } from 'zod';
import { call, listInput, listOutput } from '../call.ts';
import { blankable, day, flag, idText, several } from '../common.ts';
import { uploaded } from '../files.ts';
import { requestId } from './common.ts';

const API = '/pmsapi/BillSuspend';
export const SECRET_USE_STATES = ['待审核', '已补收', '已驳回'] as const;

export const secretUseRow = z.object({
  id: z.string(),
  no: z.string(),
  BusinessId: z.string(),
  serial: z.string(),
  community: z.string(),
  roomId: z.string(),
  room: z.string(),
  owner: z.string(),
  fee: z.string(),
  /** Of the suspension as it was then; the last day. */
  from: z.string(),
  to: z.string(),
  foundDay: z.string(),
  usedFrom: z.string(),
  finding: z.string(),
  photos: z.array(uploaded),
  state: z.enum(SECRET_USE_STATES),
  /** What bills that are out come to more; null for those who may see no amounts. Of what waits, as of now. */
  charged: z.string().nullable(),
  bills: z.array(z.string()),
  makerId: z.string(),
  maker: z.string(),
  madeAt: z.string(),
  checker: z.string(),
  opinion: z.string(),
});
export type SecretUseRow = z.output<typeof secretUseRow>;

export const secretUseReport = call('POST', `${API}/ReportUse`, '登记停用期内私开；preview 只试算补收', {
  input: z.object({
    requestId: requestId.optional(),
    preview: flag.default(false),
    /** The application by which it is suspended. */
    BusinessId: idText,
    foundDay: day,
    usedFrom: day,
    finding: z.string().trim().max(500, '发现情况最多500字').default(''),
    photos: several(uploaded, 6, '现场照片最多6张').default([]),
  }),
  output: z.object({
    id: z.string().nullable(),
    no: z.string().nullable(),
    /** What bills that are out would come to more, and how many they are; bills to come are made in full by themselves. */
    charged: z.string(),
    bills: z.number(),
    notes: z.array(z.string()),
  }),
});
export const secretUsePage = call('POST', `${API}/GetUsePage`, '停用期私开与补收', {
  input: listInput.extend({
    community: blankable(idText).default(null),
    state: blankable(z.enum(SECRET_USE_STATES, '状态不正确')).default(null),
  }),
  output: listOutput(secretUseRow),
});
export const secretUseDecide = call(
  'POST',
  `${API}/DecideUse`,
  '审核私开补收：停用自私开日终止，已出账单按全价重开并通知业主',
  {
    input: z.object({ id: idText, pass: flag, opinion: z.string().trim().max(200, '意见最多200字').default('') }),
    output: z.object({ state: z.enum(SECRET_USE_STATES), charged: z.string() }),
  },
);
