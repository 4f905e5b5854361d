/** A water treatment notice as an operator of the first demo project writes it, for tests. */
import { expect } from 'vitest';
import type { Client, Held, Reply } from '../../testing/client.ts';
import type { World } from './world.ts';

export const NOTICE = '/bpmapi/ConstructionNotice';
export const PROJECT = 'EMC01001';
const FILE = { URL: '/files/1/scheme.pdf', Size: 1024, Name: 'scheme.pdf' };

export const noticeValues = (more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
  project: PROJECT,
  workType: '加药',
  waterSystems: ['冷却水'],
  workScope: '一号楼冷却塔',
  planStart: '2097-03-01 08:00',
  planEnd: '2097-03-01 18:00',
  waterVolume: '120',
  constructionUnit: '1',
  siteLeader: '李四',
  leaderPhone: '13800000000',
  noticeWay: '微信',
  drainPoint: '不排放',
  stopSupply: 'false',
  safetyMeasures: ['现场通风'],
  schemeFiles: [FILE],
  chemicals: [
    { name: '1', useSystem: '冷却水', quantity: '10', unitPrice: '18.50' },
    { name: '2', useSystem: '冷却水', quantity: '2.5', unitPrice: '20' },
  ],
  workers: [{ workerName: '赵六', trade: '水处理工', insured: 'true' }],
  ...more,
});

/** Saves a draft. @returns its BusinessId and version */
export const draftNotice = async (
  world: World,
  who: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<{ BusinessId: string; FormVersion: number }> => {
  const saved = await world.call(who, `${NOTICE}/Draft`, noticeValues(more));
  if (!saved.ok) throw new Error(`${saved.message} ${JSON.stringify(saved.errors)}`);
  return { BusinessId: String(saved.data['BusinessId']), FormVersion: Number(saved.data['FormVersion']) };
};

/** Saves and submits. */
export const submitNotice = async (world: World, who: string, more: Readonly<Record<string, unknown>> = {}) => {
  const draft = await draftNotice(world, who, more);
  const moved = await world.call(who, `${NOTICE}/Submit`, draft);
  if (!moved.ok) throw new Error(`${moved.message} ${JSON.stringify(moved.errors)}`);
  return { id: draft.BusinessId, moved };
};

/** Agrees as the person whose turn it is. */
export const agree = async (world: World, who: string, id: string, fields: Readonly<Record<string, unknown>> = {}) => {
  const info = await world.call(who, `${NOTICE}/GetInfo`, { BusinessId: id });
  return world.call(who, `${NOTICE}/Approve`, {
    NodeRecordId: info.data['NodeRecordId'],
    FormVersion: info.data['FormVersion'],
    ...fields,
  });
};

/** The steps of the notice after the applicant, each with who handles it and what they fill in. */
export const NOTICE_STEPS: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ['projectManager', {}],
  ['waterEngineer', { engineerAdvice: '按方案投加', targetIndex: 'pH7.5–9.5' }],
  ['safetyOfficer', { safetyBriefed: 'true' }],
  [
    'operator',
    {
      actualStart: '2097-03-01 08:10',
      actualFinish: '2097-03-01 16:00',
      workResult: '达标',
      finishPhotos: [{ URL: '/files/2/done.jpg', Size: 2048, Name: 'done.jpg' }],
    },
  ],
];

const PDF = new TextEncoder().encode('%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n');

/** Over HTTP: a notice with its scheme uploaded, saved as a draft. */
export const postDraft = async (client: Client, by: Held): Promise<Reply> => {
  const file = await client.upload('/bpmapi/ServiceResource/Upload', '方案.pdf', PDF, by);
  const draft = await client.post(`${NOTICE}/Draft`, noticeValues({ schemeFiles: [file.data] }), by);
  expect([draft.message, draft.errors]).toEqual(['', []]);
  return draft;
};

/** Over HTTP: a notice that its writer has submitted; its id. */
export const postNotice = async (client: Client, by: Held): Promise<string> => {
  const draft = await postDraft(client, by);
  const sent = await client.post(`${NOTICE}/Submit`, draft.data, by);
  expect([sent.message, sent.errors]).toEqual(['', []]);
  return String(draft.data['BusinessId']);
};
