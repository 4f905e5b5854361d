/** Papers that the demo company has had for long: certificates of the people in the machine rooms, credentials of the company, lamps in their stores. */
import { certificate, credential, lampDevice, lampMove, lampStock } from '@hengneng/forms';
import { sql } from 'kysely';
import { enter, SETUP } from '../engine/books/entries.ts';
import type { Tx } from '../platform/db/schema.ts';
import { dayOf } from './books/source.ts';

const DAY = 86_400_000;

/** Name, type, number, issued by, weight, originals, duplicates, days until it ends (0: holds for good). */
const CREDENTIALS = [
  ['营业执照', '营业执照', '91310000MA1K0H001X', '市场监督管理局', '核心', 1, 3, 0],
  ['机电工程施工总承包贰级资质', '建筑业企业资质证书', 'D231000001', '住房和城乡建设委员会', '核心', 1, 5, 940],
  ['安全生产许可证', '安全生产许可证', '（沪）JZ安许证字〔2025〕010001', '住房和城乡建设委员会', '重要', 1, 2, 610],
  ['质量管理体系认证证书', '质量管理体系证书', 'Q0012025R0M', '华信认证中心', '一般', 1, 2, 480],
  ['高新技术企业证书', '高新技术企业证书', 'GR202531000001', '科学技术委员会', '重要', 1, 0, 720],
] as const;

/** Kinds of certificates in machine rooms, by whom, with the years that they still hold. */
const KINDS = ['制冷与空调设备运行操作作业证', '低压电工作业证', '工业锅炉司炉证G1'] as const;

const later = (now: Date, days: number): string => dayOf(new Date(now.getTime() + days * DAY));

async function seedPapers(tx: Tx, now: Date): Promise<void> {
  const { rows: keepers } = await sql<{ id: string }>`select id::text from app_user where account = 'admin'`.execute(
    tx,
  );
  await enter(
    tx,
    credential,
    CREDENTIALS.map(
      ([credentialName, credentialType, credentialNo, issueOrg, secrecy, originalQty, duplicateQty, days]) => ({
        scope: '公司' as const,
        credentialType,
        credentialName,
        credentialNo,
        holderUnit: '衡能示范公司',
        issueOrg,
        issueDate: later(now, -600),
        validTo: days === 0 ? null : later(now, days),
        secrecy,
        originalQty,
        duplicateQty,
        keeper: keepers[0]?.id ?? null,
        storePlace: '总部档案室1号柜',
        boxNo: 'ZJ-01',
        canBorrow: true,
        maxBorrowDays: 15,
        state: '在库' as const,
      }),
    ),
    SETUP,
  );
  const { rows: operators } = await sql<{ id: string; project: string | null; phone: string | null }>`
    select u.id::text, (select min(p.project_code) from user_project p where p.user_id = u.id) as project, u.phone
    from app_user u where u.account ~ '^operator[0-9]*$' order by u.id`.execute(tx);
  await enter(
    tx,
    certificate,
    operators.flatMap((person, at) =>
      KINDS.slice(0, 1 + (at % KINDS.length)).map((kind, nth) => ({
        holder: person.id,
        project: person.project,
        kind,
        certNo: `T3101${String(at + 1).padStart(3, '0')}${String(nth + 1).padStart(2, '0')}`,
        issueOrg: nth === 2 ? '市场监督管理局' : '应急管理局',
        firstIssue: later(now, -900 + at * 30),
        validFrom: later(now, -900 + at * 30),
        validTo: later(now, 360 + ((at * 70 + nth * 200) % 900)),
        forPost: true,
        useForBid: nth === 0,
        keepMode: '项目机房公示',
        state: '有效' as const,
      })),
    ),
    SETUP,
  );
}

/** Name, kind, model, power, colour, price, how many there are to be at least. */
const LAMPS = [
  ['600×600平板灯', 'LED平板灯', 'PAK-36W-4000K', '36.0', '4000K中性', '68.00', 10],
  ['T8灯管', 'LED灯管', 'T8-16W-6500K', '16.0', '6500K冷白', '15.50', 20],
  ['4寸筒灯', 'LED筒灯', 'TD-12W-4000K', '12.0', '4000K中性', '32.00', 10],
  ['机房工矿灯', '工矿灯', 'GK-100W-5000K', '100.0', '5000K正白', '186.00', 4],
  ['应急照明灯', '应急照明灯', 'YJ-5W', '5.0', '不适用', '76.00', 6],
] as const;
const LAMP_STORE = '地下一层灯具库房';

async function seedLamps(tx: Tx, now: Date): Promise<void> {
  const lamps = await enter(
    tx,
    lampDevice,
    LAMPS.map(([name, kind, model, power, colorTemp, , safeQty]) => ({
      name,
      kind,
      model,
      power,
      colorTemp,
      safeQty,
      state: '启用' as const,
    })),
    SETUP,
  );
  await sql`update project set lamp_store = ${LAMP_STORE} where lamp_store is null`.execute(tx);
  const { rows: projects } = await sql<{ code: string; keeper: string | null }>`
    select code, manager::text as keeper from project where code like 'EMC%' order by code`.execute(tx);
  const held = projects.flatMap((project, p) =>
    lamps.map((lamp, at) => {
      const quantity = 12 + ((p * 7 + at * 5) % 20);
      const value = (Number(LAMPS[at]?.[5] ?? 0) * quantity).toFixed(2);
      return { project: project.code, storeRoom: LAMP_STORE, lamp, quantity, value, keeper: project.keeper };
    }),
  );
  await enter(
    tx,
    lampStock,
    held.map((stock) => ({ ...stock, scrapQty: 0 })),
    SETUP,
  );
  // What lies there came from somewhere: the movements of a store add up to it.
  const opened = `${String(Number(dayOf(now).slice(0, 4)) - 1)}-12-31`;
  await enter(
    tx,
    lampMove,
    held.map(({ keeper: _, value: amount, ...stock }) => ({
      ...stock,
      amount,
      kind: '期初建账',
      movedOn: opened,
      document: `QC-${stock.project}`,
    })),
    SETUP,
  );
}

export const seedOperations = async (tx: Tx, now: Date): Promise<void> => {
  await seedPapers(tx, now);
  await seedLamps(tx, now);
};
