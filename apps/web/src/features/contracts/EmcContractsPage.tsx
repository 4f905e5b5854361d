import type { ViewRow } from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { emcContractPrices, emcContracts } from '@hengneng/forms/views';
import { Button } from 'antd';
import { type ReactElement, type ReactNode, useState } from 'react';
import { textOf } from '../../engine/rows/text.ts';
import { ViewRows } from '../../engine/views/ViewRows.tsx';
import { ViewSection } from '../../engine/views/ViewSection.tsx';
import { ViewTabs } from '../../engine/views/ViewTabs.tsx';
import { can } from '../../lib/permission.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { mayBegin, useBegin } from '../ledgers/new-record.ts';
import { contractAddress } from './address.ts';
import { EditContractDialog } from './EditContractDialog.tsx';
import { PaperLink } from './paper.tsx';
import { AddPriceDialog, DeletePriceDialog, EditPriceDialog } from './PriceDialogs.tsx';

const SCREEN = shortCodeOf(emcContracts.screen);
const SOON_DAYS = 90;

type Open =
  | { readonly what: 'edit' | 'add'; readonly contract: string }
  | { readonly what: 'change' | 'drop'; readonly row: ViewRow };

/** The dialog that is open, and what opens one. */
const useDialogs = (): { readonly show: (open: Open) => void; readonly dialog: ReactNode } => {
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const dialog =
    open === null ? null : 'row' in open ? (
      open.what === 'change' ? (
        <EditPriceDialog row={open.row} onClose={close} />
      ) : (
        <DeletePriceDialog row={open.row} onClose={close} />
      )
    ) : open.what === 'edit' ? (
      <EditContractDialog contract={open.contract} onClose={close} />
    ) : (
      <AddPriceDialog contract={open.contract} onClose={close} />
    );
  return { show: setOpen, dialog };
};

/** What can be done with a price: one that was billed by stays. */
const PriceActions = ({ row, show }: { readonly row: ViewRow; readonly show: (open: Open) => void }): ReactElement => (
  <>
    <PaperLink row={row} />
    {row['settled'] !== true && can(SCREEN, 'edit') ? (
      <Button type="link" size="small" onClick={() => show({ what: 'change', row })}>
        改
      </Button>
    ) : null}
    {row['settled'] !== true && can(SCREEN, 'delete') ? (
      <Button type="link" size="small" danger onClick={() => show({ what: 'drop', row })}>
        删
      </Button>
    ) : null}
  </>
);
const priceTone = (row: ViewRow) => (row['state'] === '已失效' ? 'off' : row['state'] === '未生效' ? 'warn' : null);

const toneOf = (row: ViewRow): 'bad' | 'warn' | 'off' | null => {
  if (row['state'] === '已完结' || row['state'] === '已终止') return 'off';
  if (row['gap'] === true || row['state'] === '已到期') return 'bad';
  return row['state'] === '履行中' && Number(row['leftDays'] ?? SOON_DAYS + 1) <= SOON_DAYS ? 'warn' : null;
};

const NewContract = (): ReactElement | null => {
  const { begin, beginning } = useBegin();
  return mayBegin('EMCOperateContract') ? (
    <Button loading={beginning} onClick={() => begin({ moduleId: 'EMCOperateContract' })}>
      起草合同
    </Button>
  ) : null;
};

/** EMC合同: contracts by which sites are run, and what is charged by each. */
const EmcContractsPage = (): ReactElement => {
  const { show, dialog } = useDialogs();
  return (
    <div className="list-page">
      <PageHeader title={emcContracts.title} note={emcContracts.purpose} />
      <ViewTabs
        label="EMC合同"
        tabs={[
          {
            key: 'contracts',
            label: '合同',
            content: () => (
              <ViewSection
                view={emcContracts}
                empty="没有EMC合同"
                keywordHint="合同编号、名称、客户、项目"
                tools={<NewContract />}
                address={(row) => contractAddress(row.id)}
                tone={toneOf}
                unfold={{
                  label: '单价版本',
                  show: (row) => (
                    <ViewRows
                      view={emcContractPrices}
                      ask={{ contract: row.id }}
                      empty="还没有单价"
                      tone={priceTone}
                      actions={(price) => <PriceActions row={price} show={show} />}
                    />
                  ),
                }}
                actions={(row) => (
                  <>
                    {can(SCREEN, 'edit') ? (
                      <Button type="link" size="small" onClick={() => show({ what: 'edit', contract: row.id })}>
                        修改
                      </Button>
                    ) : null}
                    {can(SCREEN, 'add') && (row['state'] === '履行中' || row['state'] === '未生效') ? (
                      <Button type="link" size="small" onClick={() => show({ what: 'add', contract: row.id })}>
                        加单价
                      </Button>
                    ) : null}
                  </>
                )}
              />
            ),
          },
          {
            key: 'prices',
            label: '单价',
            content: () => (
              <ViewSection
                view={emcContractPrices}
                empty="还没有单价"
                keywordHint="计价项、依据、项目"
                address={(row) => contractAddress(textOf(row, 'contract'))}
                tone={priceTone}
                actions={(row) => <PriceActions row={row} show={show} />}
              />
            ),
          },
        ]}
      />
      <p className="note view-note">
        单价按起止日取用，同一计价项的时段不能重叠；已用于结算的单价不能改或删，请从下一个未结算期间加新版本。标红：履行中但当日没有有效单价，或已到期。
      </p>
      {dialog}
    </div>
  );
};

export default EmcContractsPage;
