/** 合同台账: what is done with a signed contract of any ledger: stamped, filed, ended. */
import { SEAL_KINDS } from '@hengneng/core';
import { z } from 'zod';
import { call } from './call.ts';
import { blankable, count, day, done, flag, idText } from './common.ts';
import { uploaded } from './files.ts';

/** A contract as the ledger names it: its ledger's letter and its id there. */
const Contract = z.string('请选择合同').regex(/^[cbwa][\w-]{1,40}$/, '请选择合同');

export const contractSeal = call('POST', '/bpmapi/ContractLedger/Seal', '登记合同用印', {
  input: z.object({
    Contract,
    onDay: day,
    sealKind: z.enum(SEAL_KINDS, '请选择印种'),
    copies: count('份数', 1, 100),
    sealedBy: idText,
    application: blankable(z.string().trim().max(60, '用印申请最多60字')).default(null),
  }),
  output: done,
});

export const contractArchive = call('POST', '/bpmapi/ContractLedger/Archive', '合同归档：原件回收份数与存放位置', {
  input: z.object({
    Contract,
    onDay: day,
    returned: count('原件回收份数', 0, 100),
    place: z.string('请填写存放位置').trim().min(1, '请填写存放位置').max(60, '存放位置最多60字'),
  }),
  output: done,
});

export const contractTerminate = call('POST', '/bpmapi/ContractLedger/Terminate', '终止合同（须清算或解除协议）', {
  input: z.object({
    Contract,
    onDay: day,
    reason: z.string('请填写终止原因').trim().min(1, '请填写终止原因').max(500, '终止原因最多500字'),
    /** The settlement, or the agreement to end it. */
    paper: uploaded,
    /** The person knows what is not paid or received yet. */
    Settled: flag.default(false),
  }),
  output: done,
});
