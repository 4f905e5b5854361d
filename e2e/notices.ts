/** Notices of water treatment filed by calls, for flows about what comes after; that people file them is `forms`' and others' to show. */
import { MODULES } from '@hengneng/core';
import { callsOf, sessionOf, told } from './calls.ts';
import { DOT } from './fields.ts';
import { accountOf } from './form-steps.ts';

const { api: API, procedureId: ProcedureId } = MODULES.constructionNotice;
const FORM = '/formFlow/waterQuality/constructionNotice/constructionNoticeForm';

export interface Notice {
  readonly serial: string;
  readonly address: string;
  /** Account of the project manager who has it now. */
  readonly manager: string;
}

interface Step {
  readonly state: string;
  readonly handlers: readonly { readonly UserName: string }[];
}

/** Files a notice of the operator for one day. */
export const fileNotice = async (day: string): Promise<Notice> => {
  const session = await sessionOf('operator');
  const scheme = await callsOf().upload('/bpmapi/ServiceResource/Upload', '方案.png', new Uint8Array(DOT), session);
  const draft = await told('operator', `${API}/Draft`, {
    project: 'EMC01001',
    workType: '加药',
    waterSystems: ['冷却水'],
    workScope: '一号楼冷却塔',
    planStart: `${day} 09:00`,
    planEnd: `${day} 17:00`,
    waterVolume: '120',
    constructionUnit: '1',
    siteLeader: '李四',
    leaderPhone: '13812345678',
    customerContact: '王工',
    noticeWay: '微信',
    noticeDate: '2026-01-05',
    drainPoint: '中和池处理后排放',
    safetyMeasures: ['现场通风'],
    schemeFiles: [scheme.data],
  });
  await told('operator', `${API}/Submit`, draft);
  const id = String(draft['BusinessId']);
  const { data } = await callsOf().get(`${API}/GetInfo`, { BusinessId: id }, session);
  const active = (data['steps'] as readonly Step[]).find(({ state }) => state === 'active');
  return {
    serial: String((data['record'] as Readonly<Record<string, unknown>>)['serial']),
    address: `${FORM}?ProcedureId=${ProcedureId}&BusinessId=${id}`,
    manager: accountOf(active?.handlers[0]?.UserName ?? ''),
  };
};
