/** What the demo company's settlements, receipts and reimbursements stand on: prices and invoice titles of contracts, accounts, basis, quotas. */
import { monthEnd } from '@hengneng/core';
import {
  appropriationLedger,
  quotaAccount,
  quotaLedger,
  settlementBasis,
  userPayAccount,
  userReceivedAccount,
} from '@hengneng/forms';
import { sql } from 'kysely';
import { enter, SETUP } from '../engine/books/entries.ts';
import type { Tx } from '../platform/db/schema.ts';
import { dayOf } from './books/source.ts';

interface Contract {
  readonly code: string;
  readonly project: string;
  readonly customer: string;
  readonly model: string;
  /** m² */
  readonly area: string;
}

const ACCOUNTS = [
  ['工商银行总部支行', '102310000123', '6222009900990012', ['能源费', '运维费']],
  ['建设银行总部支行', '105310000456', '6227008800880034', ['能源费', '保证金']],
] as const;

/** How customers pay, by how the project is run. */
const CHARGE_MODELS: Readonly<Record<string, string>> = {
  按面积收费: '面积包干',
  按计量收费: '冷热量计量',
  运营托管: '能源费托管',
  运维服务: '纯运行管理',
};

/** 元/m² and month of the season; a season of five months and one of four come to 38 元/m² and year. */
const AREA_PRICE = { cooling: '4.2000', heating: '4.2500' } as const;
const YEAR_PRICE = 38;

const monthAt = (now: Date, by: number): string => {
  const [year = 0, month = 1] = dayOf(now).split('-').map(Number);
  const index = year * 12 + month - 1 + by;
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;
};
const creditCode = (at: number): string => `91310000C${String(20_000_000 + at * 7919)}X`;

async function seedContractTerms(tx: Tx, contracts: readonly Contract[]): Promise<void> {
  const rows = contracts.map(({ code, customer, model, area }, at) => ({
    code,
    model: CHARGE_MODELS[model] ?? model,
    area,
    year: (Number(area) * YEAR_PRICE).toFixed(2),
    title: customer,
    tax: creditCode(at),
    bank: `招商银行营业部 6225${String(760_000_000_000 + at * 104_729)}`,
    address: `客户注册地址 021-5588${String(1000 + at)}`,
  }));
  await sql`update contract c set charge_model = t.model, settle_area = t.area, year_amount = t.year,
      cooling_area_price = ${AREA_PRICE.cooling}::numeric, heating_area_price = ${AREA_PRICE.heating}::numeric,
      overtime_area_price = 0.0600, overtime_hour_price = 180.00,
      invoice_title = t.title, invoice_tax_no = t.tax, invoice_bank = t.bank, invoice_address = t.address
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(code text, model text, area numeric, year numeric, title text, tax text,
      bank text, address text)
    where c.code = t.code`.execute(tx);
}

async function seedAccounts(tx: Tx, contracts: readonly Contract[]): Promise<void> {
  const company = '衡能示范公司';
  await enter(
    tx,
    userReceivedAccount,
    ACCOUNTS.map(([bankName, bankUnionNo, accountNo, purposeKind]) => ({
      company,
      accountName: company,
      bankName,
      bankUnionNo,
      accountNo,
      taxNo: '91310000A000100000',
      purposeKind: [...purposeKind],
      enabled: '启用' as const,
    })),
    SETUP,
  );
  await enter(
    tx,
    userPayAccount,
    contracts.map(({ code, project, customer }, at) => ({
      project,
      contract: code,
      customerName: customer,
      userNo: `YH${project}`,
      accountName: customer,
      bankName: '招商银行营业部',
      accountNo: `6225${String(760_000_000_000 + at * 104_729)}`,
      taxNo: creditCode(at),
      isDefault: true,
      enabled: '启用' as const,
    })),
    SETUP,
  );
}

/** Confirmed basis of the last three months: the area, what was metered, or the month's fixed fee. */
async function seedBasis(tx: Tx, now: Date, contracts: readonly Contract[]): Promise<void> {
  const rows = [-3, -2, -1].flatMap((back) => {
    const month = monthAt(now, back);
    return contracts.map(({ code, project, model, area }, at) => {
      const of = {
        basisNo: `JSYJ-${month.replace('-', '')}-${project}`,
        project,
        contract: code,
        month,
        periodStart: `${month}-01`,
        periodEnd: monthEnd(month),
        state: '未结算' as const,
      };
      if (model === '按面积收费')
        return { ...of, kind: '面积' as const, item: `${month} 计费面积`, quantity: area, unit: 'm²' };
      if (model === '按计量收费') {
        const quantity = (Number(area) * (7 + ((at * 3 + back + 9) % 5) / 10)).toFixed(3);
        return { ...of, kind: '冷热量' as const, item: `${month} 供冷量`, quantity, unit: 'kWh' };
      }
      const amount = ((Number(area) * YEAR_PRICE) / 12).toFixed(2);
      return { ...of, kind: '合同固定费用' as const, item: `${month} 运行管理费`, quantity: '1', unit: '月', amount };
    });
  });
  await enter(tx, settlementBasis, rows, SETUP);
}

/** Month's standard in yuan, by kind. */
const PERSONAL = [
  ['通讯费', 150],
  ['市内交通费', 300],
  ['误餐费', 400],
] as const;
const OF_PROJECT = [
  ['班组活动费', 3600, 0],
  ['机房零星用品', 9600, 4000],
  ['应急备用金', 12000, 5000],
] as const;

/** When the projects got their petty cash. */
const PAID_DAYS_AGO = 36;

async function seedQuotas(tx: Tx, now: Date): Promise<void> {
  const year = Number(dayOf(now).slice(0, 4));
  const { rows: people } = await sql<{
    id: string;
    name: string;
  }>`select distinct u.id::text as id, u.user_name as name, u.id as ord
    from app_user u join user_role ur on ur.user_id = u.id join role r on r.id = ur.role_id
    where u.is_demo and r.code in ('projectManager', 'engineer', 'operator') order by ord`.execute(tx);
  const { rows: projects } = await sql<{
    code: string;
    name: string;
    manager: string | null;
  }>`select code, short_name as name, manager::text as manager from project order by code`.execute(tx);
  const accounts = [
    ...people.flatMap((person) =>
      PERSONAL.map(([quotaKind, standard]) => ({
        accountName: `${year} ${person.name} ${quotaKind}`,
        year,
        quotaOwner: '个人' as const,
        quotaKind,
        employee: person.id,
        monthStandard: `${standard}.00`,
        granted: `${standard * 12}.00`,
      })),
    ),
    ...projects.flatMap((project) =>
      OF_PROJECT.map(([quotaKind, granted, appropriated]) => ({
        accountName: `${year} ${project.name} ${quotaKind}`,
        year,
        quotaOwner: '项目' as const,
        quotaKind,
        project: project.code,
        keeper: project.manager,
        granted: `${granted}.00`,
        appropriated: `${appropriated}.00`,
      })),
    ),
  ];
  const ids = await enter(tx, quotaAccount, accounts, SETUP);
  await enter(
    tx,
    quotaLedger,
    accounts.map((of, at) => ({
      account: ids[at] ?? '',
      year,
      quotaKind: of.quotaKind,
      employee: 'employee' in of ? of.employee : null,
      project: 'project' in of ? of.project : null,
      happenedOn: `${year}-01-01`,
      kind: '下达' as const,
      amount: of.granted,
      batchNo: '期初',
    })),
    SETUP,
  );
  await enter(
    tx,
    appropriationLedger,
    accounts.flatMap((of, at) =>
      'project' in of && of.keeper !== null && Number(of.appropriated) > 0
        ? [
            {
              account: ids[at] ?? '',
              project: of.project,
              quotaKind: of.quotaKind,
              keeper: of.keeper,
              paidOn: dayOf(new Date(now.getTime() - PAID_DAYS_AGO * 86_400_000)),
              amount: of.appropriated,
              voucherNo: `付-${String(at).padStart(4, '0')}`,
              bankSerial: `QC${year}${String(at).padStart(6, '0')}`,
              batchNo: '期初',
            },
          ]
        : [],
    ),
    SETUP,
  );
}

/** Seeds what settlements and reimbursements stand on. Projects, contracts and people must be there. */
export async function seedReceivables(tx: Tx, now: Date): Promise<void> {
  const { rows } =
    await sql<Contract>`select c.code, c.project_code as project, c.party_a as customer, p.charge_model as model, p.area_m2::text as area
    from contract c join project p on p.code = c.project_code where c.kind <> '外包合同' order by c.code`.execute(tx);
  await seedContractTerms(tx, rows);
  await seedAccounts(tx, rows);
  await seedBasis(tx, now, rows);
  await seedQuotas(tx, now);
}
