import type { ViewRow } from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { worksLetters } from '@hengneng/forms/views';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { textOf } from '../../engine/rows/text.ts';
import { can } from '../../lib/permission.ts';
import { mayBegin, useBegin } from '../ledgers/new-record.ts';
import { DraftDialog, type LetterAbout } from './LetterDialogs.tsx';

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

/** What is next with a line of an order: what is left is sent, what arrived is inspected, of what is late the supplier is written to. */
export const OrderActions = ({ row }: { readonly row: ViewRow }): ReactElement => {
  const { begin, beginning } = useBegin();
  const [urges, setUrges] = useState(false);
  const goods = row['kind'] !== '施工';
  const left = quantity(row, 'orderQty') - quantity(row, 'sentQty');
  const project = textOf(row, 'project');
  const of = { project, supplier: textOf(row, 'supplier') };
  return (
    <>
      {goods && left > 0 && row['module'] === 'purchase' && mayBegin('purchaseSend') ? (
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
                order: textOf(row, 'record'),
                goodsLines: [{ orderLine: row.id, sendQty: String(left) }],
              },
            })
          }
        >
          登记发货
        </Button>
      ) : null}
      {goods && quantity(row, 'arrivedQty') > quantity(row, 'acceptedQty') && mayBegin('purchaseCheckAccept') ? (
        <Button
          type="link"
          size="small"
          loading={beginning}
          onClick={() => begin({ moduleId: 'purchaseCheckAccept', project, values: of })}
        >
          到货验收
        </Button>
      ) : null}
      {row['late'] === true && can(LETTERS, 'add') ? (
        <Button type="link" size="small" onClick={() => setUrges(true)}>
          催货
        </Button>
      ) : null}
      {urges ? <DraftDialog letterKind="工期" about={urging(row)} onClose={() => setUrges(false)} /> : null}
    </>
  );
};
