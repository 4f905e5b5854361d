/** Customer visits filed by calls, for flows about their approval: no other flow submits any, so that each may have the chain that it needs. */
import { MODULES } from '@hengneng/core';
import type { ChainStep, ChainText } from '@hengneng/form-kit';
import type { Reply } from '../apps/server/src/testing/client.ts';
import { callsOf, sessionOf, told } from './calls.ts';

const { api: API, procedureId: ProcedureId } = MODULES.customerVisitRegistration;
const FORM = '/formFlow/customerSatisfaction/customerVisitRegistration/customerVisitRegistrationForm';

export interface Visit {
  readonly id: string;
  readonly address: string;
}

/** Files a visit, which waits for the applicant's department manager then. */
export const fileVisit = async (account: string): Promise<Visit> => {
  const draft = await told(account, `${API}/Draft`, {
    visitorUnit: '浦江商务',
    visitorType: '在管客户',
    arriveTime: '2026-03-02 09:00',
    visitPlace: '公司总部',
    purpose: '服务沟通',
    receptionUser: (await sessionOf(account)).userId,
    talkContent: '谈了供热的安排',
    mood: '满意',
    visitors: [{ visitorName: '王五', visitorPost: '物业经理', decision: '经办人' }],
  });
  await told(account, `${API}/Submit`, draft);
  const id = String(draft['BusinessId']);
  return { id, address: `${FORM}?ProcedureId=${ProcedureId}&BusinessId=${id}` };
};

/** Does something with a visit as somebody whose turn it is. */
export const handle = async (
  account: string,
  { id }: Visit,
  action: 'Approve' | 'Transfer',
  more: object = {},
): Promise<void> => {
  const info = await callsOf().get(`${API}/GetInfo`, { BusinessId: id }, await sessionOf(account));
  const { NodeRecordId, FormVersion } = info.data;
  await told(account, `${API}/${action}`, { NodeRecordId, FormVersion, ...more });
};

/** How many of these visits are among somebody's to-dos. */
export const waiting = async (account: string, visits: readonly Visit[]): Promise<number> => {
  const list = await told(account, '/bpmapi/NodeRecord/GetWaitList', { ProcedureId, PageIndex: 1, PageSize: 100 });
  const rows = list['rows'] as readonly { readonly BusinessId: string }[];
  return visits.filter(({ id }) => rows.some((row) => row.BusinessId === id)).length;
};

const node = (path: string, body: object = {}): Promise<Reply['data']> =>
  told('admin', `/bpmapi/Node/${path}`, { ProcedureId, ...body });

/** A step that people added: certain people decide together. */
export const together = async (
  key: string,
  name: string,
  accounts: readonly string[],
  how: Pick<ChainStep, 'mode' | 'pass'>,
): Promise<ChainStep> => ({
  key,
  name,
  by: `user(${(await Promise.all(accounts.map(sessionOf))).map(({ userId }) => userId).join(',')})`,
  among: null,
  when: null,
  final: false,
  hours: 8,
  fieldKeys: [],
  hasRequired: false,
  nextHandlerField: null,
  ...how,
});

/** Publishes the visits' chain with more steps behind the first. @returns what puts the program's own chain back */
export const publishWith = async (added: readonly ChainStep[]): Promise<() => Promise<void>> => {
  const { versions } = await node('GetVersions');
  const own = (versions as readonly { readonly version: number; readonly chain: ChainText }[]).at(-1);
  if (own === undefined) throw new Error('The module has no chain');
  const [first, ...rest] = own.chain.steps;
  const chain = { ...own.chain, steps: [first, ...added, ...rest] };
  const { stamp } = await node('Save', { Stamp: '', Chain: JSON.stringify(chain) });
  const applicant = (await sessionOf('projectManager')).userId;
  const groups = ['0', '10', '2000'].map((receptionCost) => ({ applicant, values: { receptionCost } }));
  await node('Publish', { Stamp: stamp, Note: '由几个人一起决定', groups });
  return async () => void (await node('Publish', { Stamp: '', Note: '恢复', Version: own.version }));
};
