/** A payment of energy that begins from a page which knows what is to be paid. */
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { mayBegin, useBegin } from '../ledgers/new-record.ts';

const FORM = 'payment';

/** Energies as the form of payments calls them; what is not here is chosen there. */
const TYPES: Readonly<Record<string, string>> = {
  elec: '电',
  gas: '天然气',
  water: '自来水',
  steam: '外购蒸汽',
  heatBuy: '市政热水',
  oil: '轻柴油',
};

/** 发起付款; nothing for who may not begin one. */
export const PayButton = ({
  project,
  energy,
  values = {},
  label = '发起付款',
}: {
  readonly project: string;
  readonly energy: string;
  readonly values?: Readonly<Record<string, unknown>>;
  readonly label?: string;
}): ReactElement | null => {
  const { begin, beginning } = useBegin();
  if (!mayBegin(FORM)) return null;
  const energyType = TYPES[energy];
  return (
    <Button
      type="link"
      className="cell-link"
      loading={beginning}
      onClick={() =>
        begin({
          moduleId: FORM,
          project,
          values: { payKind: '月结后付', ...(energyType === undefined ? {} : { energyType }), ...values },
        })
      }
    >
      {label}
    </Button>
  );
};
