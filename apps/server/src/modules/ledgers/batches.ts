/** Batches that were imported. Whoever holds an import's page sees all of them: no batch is a project's. */
import {
  appropriationBatches,
  appropriationImport,
  lampBatches,
  lampInstallImport,
  quotaBatches,
  quotaImport,
  receiptBatches,
  receiptImport,
} from '@hengneng/forms';
import { viewSource } from '../../engine/views/source.ts';

/** Columns of every batch. */
const BATCH = `b.id, b.batch_no as "batchNo", b.file_name as "fileName", jsonb_build_object('URL', b.file_url, 'Size', b.file_size, 'Name', b.file_name) as file, b.rows, b.amount,
  b.user_id as importer, b.imported_at as "importedAt", case when b.undone_at is null then '有效' else '已撤销' end as state`;
const ORDER = 'm."importedAt" desc, m.id desc';

export const quotaBatchView = viewSource({
  view: quotaBatches,
  order: ORDER,
  rows: ({ bind }) => `select ${BATCH} from import_batch b where b.import_id = ${bind(quotaImport.id)}`,
});

export const appropriationBatchView = viewSource({
  view: appropriationBatches,
  order: ORDER,
  rows: ({ bind }) => `select ${BATCH} from import_batch b where b.import_id = ${bind(appropriationImport.id)}`,
});

export const lampBatchView = viewSource({
  view: lampBatches,
  order: ORDER,
  rows: ({ bind }) => `select ${BATCH} from import_batch b where b.import_id = ${bind(lampInstallImport.id)}`,
});

export const receiptBatchView = viewSource({
  view: receiptBatches,
  order: ORDER,
  rows: ({ bind }) => `
    select ${BATCH}, (b.asked ->> 'account')::bigint as account, b.facts ->> 'period' as period,
      (b.facts ->> 'opening')::numeric(18,2) as opening, (b.facts ->> 'closing')::numeric(18,2) as closing, b.facts ->> 'continuous' as continuous,
      coalesce(l.registered, 0)::integer as registered, coalesce(l.waiting, 0)::integer as waiting
    from import_batch b left join lateral (
      select count(*) filter (where f.status in ('running', 'approved')) as registered,
        count(*) filter (where f.status in ('draft', 'returned', 'withdrawn')) as waiting
      from import_line i join f_payment_received f on i.module = 'paymentReceived' and f.id = i.record_id where i.batch_id = b.id) l on true
    where b.import_id = ${bind(receiptImport.id)}`,
});
