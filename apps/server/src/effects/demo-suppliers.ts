/** Papers and accounts of the demo company's suppliers, as their first registrations would have left them. */
import { supplierAccount, supplierCertificate } from '@hengneng/forms';
import { sql } from 'kysely';
import { enter, SETUP } from '../engine/books/entries.ts';
import type { Tx } from '../platform/db/schema.ts';

/** What a trade has to show besides its licence; it runs out first. */
const TRADE_PAPERS: Readonly<Record<string, string>> = {
  水处理药剂: '危险化学品经营许可证',
  主机设备: '特种设备安装改造维修许可证',
  辅机设备: '质量管理体系认证',
  电气自控: '承装（修、试）电力设施许可证',
  安装施工: '建筑业安全生产许可证',
  检测机构: '检验检测机构资质认定（CMA）',
};
const OTHER_PAPER = '质量管理体系认证';

interface Known {
  readonly id: string;
  readonly code: string;
  readonly taxNo: string;
  readonly trade: string;
  readonly runsOut: string;
  readonly licence: string;
  readonly bank: string;
  readonly account: string;
  readonly since: string;
}

export async function seedSuppliers(tx: Tx): Promise<void> {
  const { rows } =
    await sql<Known>`select id::text, code, tax_no as "taxNo", provider_kind as trade, cert_expire::text as "runsOut",
      (cert_expire + interval '6 years')::date::text as licence, bank_name as bank, bank_account as account, cooperate_since::text as since
    from supplier where is_demo order by id`.execute(tx);
  await enter(
    tx,
    supplierCertificate,
    rows.flatMap((of) => [
      { supplier: of.id, kind: '营业执照', certNo: of.taxNo, expiresOn: of.licence, replaced: false },
      {
        supplier: of.id,
        kind: TRADE_PAPERS[of.trade] ?? OTHER_PAPER,
        certNo: `ZS-${of.code}`,
        expiresOn: of.runsOut,
        replaced: false,
      },
    ]),
    SETUP,
  );
  await enter(
    tx,
    supplierAccount,
    rows.map((of) => ({
      supplier: of.id,
      bankName: of.bank,
      bankAccount: of.account,
      verifiedOn: of.since,
      changed: false,
    })),
    SETUP,
  );
}
