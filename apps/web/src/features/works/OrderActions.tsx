import { purchaseLineClose, type ViewRow } from '@hengneng/contracts';
import { MODULES, shortCodeOf } from '@hengneng/core';
import { f } from '@hengneng/form-kit';
import { worksLetters, worksOrders } from '@hengneng/forms/views';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { textOf } from '../../engine/rows/text.ts';
import { can } from '../../lib/permission.ts';
import { FieldsDialog, wordsOf } from '../../engine/views/FieldsDialog.tsx';
import { callApi } from '../../lib/api.ts';
import { recordAddress } from '../../lib/routes.ts';
import { mayBegin, useBegin } from '../ledgers/new-record.ts';
import { DraftDialog, type LetterAbout } from './LetterDialogs.tsx';

const SCREEN = shortCodeOf(worksOrders.screen);
const LETTERS = shortCodeOf(worksLetters.screen);

const quantity = (row: ViewRow, key: string): number => Number(row[key] ?? 0);
const said = (row: ViewRow, key: string): string => `${quantity(row, key)}${textOf(row, 'unitName')}`;

/** What a supplier is told of a line that is late. */
const urging = (row: ViewRow): LetterAbout => {
  const goods = [textOf(row, 'goods'), textOf(row, 'spec')].filter(Boolean).join(' ');
  return {
    project: textOf(row, 'project'),
    supplier: textOf(row, 'supplier'),
    title: `催货：${goods}`,
    body: `{单位}：\n贵单位供应{项目}的${goods}（订单${textOf(row, 'document')}）应于${textOf(row, 'arriveBy')}到货，订购${said(row, 'orderQty')}，至今到货${said(row, 'arrivedQty')}，已逾期${textOf(row, 'lateDays')}天。\n请于{要求回复日}前书面答复到货时间；逾期到货按合同计违约金。`,
  };
};

const CLOSE = { reason: f.textarea('原因', { required: true, max: 200 }) };

/** What is left will not come any more; by mistake, it is opened again. */
const CloseDialog = ({ row, onClose }: { readonly row: ViewRow; readonly onClose: () => void }): ReactElement => {
  const closed = row['closed'] === true;
  const left = quantity(row, 'orderQty') - quantity(row, 'sentQty');
  return (
    <FieldsDialog
      title={`${closed ? '恢复' : '关闭'}剩余：${textOf(row, 'goods')} ${left}${textOf(row, 'unitName')}`}
      fields={CLOSE}
      saved={closed ? '剩余已恢复' : '剩余已关闭'}
      note={
        closed
          ? '恢复后可以继续登记发货。'
          : '关闭后不能再发货，也不再算逾期；已发的照常收货、验收、开票。预算占用和合同额不变，需要核减的请走补充协议。'
      }
      save={(values, options) =>
        callApi(purchaseLineClose, { line: row.id, closed: !closed, reason: wordsOf(values['reason']) }, options)
      }
      onClose={onClose}
    />
  );
};

/** Whether the person does anything with lines. */
export const doesOrders = (): boolean =>
  can(SCREEN, 'edit') || can(LETTERS, 'add') || mayBegin('purchaseSend') || mayBegin('purchaseCheckAccept');

/** What is next with a line of an order: what is left is sent, what arrived is inspected, of what is late the supplier is written to. */
export const OrderActions = ({ row }: { readonly row: ViewRow }): ReactElement => {
  const { begin, beginning } = useBegin();
  const [asked, setAsked] = useState<'urge' | 'close' | null>(null);
  const goods = row['kind'] !== '施工';
  const closed = row['closed'] === true;
  const left = quantity(row, 'orderQty') - quantity(row, 'sentQty');
  const project = textOf(row, 'project');
  const acceptance = textOf(row, 'acceptance');
  const under = acceptance === '' ? null : recordAddress(MODULES.purchaseCheckAccept.procedureId, acceptance);
  const of = { project, supplier: textOf(row, 'supplier') };
  // Ordered by an application, or by the contract itself.
  const source =
    row['module'] === 'purchase' ? { order: textOf(row, 'record') } : { projectContract: textOf(row, 'contract') };
  return (
    <>
      {goods && left > 0 && !closed && mayBegin('purchaseSend') ? (
        <Button
          type="link"
          size="small"
          loading={beginning}
          onClick={() =>
            begin({
              moduleId: 'purchaseSend',
              project,
              values: {
                ...of,
                ...source,
                goodsLines: [{ orderLine: row.id, sendQty: String(left) }],
              },
            })
          }
        >
          登记发货
        </Button>
      ) : null}
      {under !== null ? (
        <Link to={under}>到货验收</Link>
      ) : goods && quantity(row, 'arrivedQty') > quantity(row, 'acceptedQty') && mayBegin('purchaseCheckAccept') ? (
        <Button
          type="link"
          size="small"
          loading={beginning}
          onClick={() =>
            begin({
              moduleId: 'purchaseCheckAccept',
              project,
              values: of,
              same: { ...of, ...source },
            })
          }
        >
          到货验收
        </Button>
      ) : null}
      {row['late'] === true && can(LETTERS, 'add') ? (
        <Button type="link" size="small" onClick={() => setAsked('urge')}>
          催货
        </Button>
      ) : null}
      {goods && left > 0 && can(SCREEN, 'edit') ? (
        <Button type="link" size="small" onClick={() => setAsked('close')}>
          {closed ? '恢复剩余' : '关闭剩余'}
        </Button>
      ) : null}
      {asked === 'urge' ? (
        <DraftDialog letterKind="工期" about={urging(row)} onClose={() => setAsked(null)} />
      ) : asked === 'close' ? (
        <CloseDialog row={row} onClose={() => setAsked(null)} />
      ) : null}
    </>
  );
};
