import {
  contractListByModel,
  type PriceMechanismRow,
  type ProjectContractPrice,
  projectPriceList,
  type ViewRow,
} from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { ActionMenu } from '../../../ui/ActionMenu.tsx';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { callApi } from '../../../lib/api.ts';
import { formatDecimal } from '../../../lib/format.ts';
import { can } from '../../../lib/permission.ts';
import { ListStates } from '../../../ui/ListStates.tsx';
import { FileLink } from '../../../ui/files/FileItem.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { type CardColumn, CardTable } from '../../../ui/CardTable.tsx';
import { contractAddress } from '../../contracts/address.ts';
import { mechanismWords, useMechanisms } from './mechanisms.ts';
import { AddPriceDialog, DeletePriceDialog, EditPriceDialog } from '../../contracts/PriceDialogs.tsx';

const TONES = { 未生效: 'accent', 现行: 'good', 已失效: 'neutral' } as const;

/** Its buttons are those of contracts: who keeps what is paid for energy need not be who answers for what customers are billed. */
const CONTRACTS = 'projectContent.contractContent.EMCContract';

type Doing =
  | { readonly what: 'add'; readonly contract: string }
  | { readonly what: 'change' | 'drop'; readonly row: ProjectContractPrice };

/** As the dialogs of prices know a row. */
const viewRowOf = (row: ProjectContractPrice): ViewRow => ({
  id: row.Id,
  item: row.item,
  price: row.price,
  unit: row.unit,
  taxRate: row.taxRate,
  validFrom: row.from,
  validTo: row.to,
  basis: row.remark,
});

const Contract = ({ code }: { readonly code: string }): ReactElement => {
  const address = contractAddress(code);
  return address === null ? <strong>{code}</strong> : <Link to={address}>{code}</Link>;
};

const columnsOf = (
  mechanisms: readonly PriceMechanismRow[],
  onOpen: (doing: Doing) => void,
): readonly CardColumn<ProjectContractPrice>[] => [
  {
    key: 'contract',
    head: '合同',
    main: true,
    show: (row) => (
      <>
        <Contract code={row.ContractCode} />
        <small>{row.contractName}</small>
      </>
    ),
  },
  { key: 'customer', head: '客户', show: (row) => row.customerName || '—' },
  { key: 'item', head: '收费项目', show: (row) => row.item },
  { key: 'unit', head: '计费单位', show: (row) => row.unit },
  { key: 'price', head: '单价', number: true, show: (row) => formatDecimal(row.price, 4) },
  { key: 'tax', head: '税率', unit: '%', number: true, show: (row) => row.taxRate ?? '—' },
  { key: 'from', head: '起', show: (row) => row.from },
  { key: 'to', head: '止', show: (row) => row.to ?? '至合同到期' },
  { key: 'version', head: '版本', number: true, show: (row) => row.version },
  {
    key: 'state',
    head: '状态',
    show: (row) => (
      <>
        <Tag tone={TONES[row.state]}>{row.state}</Tag>
        {row.settled ? <small title="已用于结算，只能新增版本">已结算</small> : null}
      </>
    ),
  },
  {
    key: 'mechanism',
    head: '调价机制',
    show: (row) => {
      const of = mechanisms.find(
        ({ ContractCode, Item, Ended }) => !Ended && ContractCode === row.ContractCode && Item === row.item,
      );
      return of === undefined ? '—' : mechanismWords(of);
    },
  },
  { key: 'remark', head: '调价依据', show: (row) => row.remark || '—' },
  { key: 'paper', head: '附件', show: (row) => (row.paper === null ? '—' : <FileLink file={row.paper} />) },
  {
    key: 'do',
    head: '操作',
    acts: true,
    show: (row) =>
      row.settled ? (
        '—'
      ) : (
        <span className="row-do">
          {can(CONTRACTS, 'edit') ? (
            <Button type="link" className="cell-link" onClick={() => onOpen({ what: 'change', row })}>
              修改
            </Button>
          ) : null}
          {can(CONTRACTS, 'delete') ? (
            <Button type="link" className="cell-link" onClick={() => onOpen({ what: 'drop', row })}>
              删除
            </Button>
          ) : null}
        </span>
      ),
  },
];

/** A price belongs to a contract: one is chosen where the project has several that hold. */
const NewPrice = ({
  project,
  onPick,
}: {
  readonly project: string;
  readonly onPick: (contract: string) => void;
}): ReactElement => {
  const contracts = useQuery({
    queryKey: ['contracts', project, 'active'],
    queryFn: ({ signal }) =>
      callApi(contractListByModel, { ProjectCode: project, State: 'active', PageSize: 200 }, { signal }),
    staleTime: 60_000,
  });
  const rows = contracts.data?.rows ?? [];
  const [first] = rows;
  if (rows.length > 1)
    return (
      <ActionMenu
        menu={{
          items: rows.map(({ ContractCode, name }) => ({ key: ContractCode, label: `${ContractCode} ${name}` })),
          onClick: ({ key }) => onPick(key),
        }}
      >
        <Button type="primary">新增合同单价</Button>
      </ActionMenu>
    );
  return (
    <Button
      type="primary"
      loading={contracts.isPending}
      disabled={first === undefined}
      title={first === undefined && !contracts.isPending ? '该项目没有生效的合同' : undefined}
      onClick={() => (first === undefined ? undefined : onPick(first.ContractCode))}
    >
      新增合同单价
    </Button>
  );
};

/** 合同供能单价: what the contracts of a project bring in. */
export const ContractPrices = ({
  project,
  onDate,
}: {
  readonly project: string;
  readonly onDate: string | undefined;
}): ReactElement => {
  const [doing, setDoing] = useState<Doing | null>(null);
  const close = () => setDoing(null);
  const mechanisms = useMechanisms(project);
  const list = useQuery({
    // Rows of prices are renewed by the dialogs that change them.
    queryKey: ['rows', 'projectContractPrices', project, onDate],
    queryFn: ({ signal }) => callApi(projectPriceList, { ProjectCode: project, onDate: onDate ?? '' }, { signal }),
  });
  return (
    <>
      {can(CONTRACTS, 'add') ? (
        <div className="price-tools">
          <NewPrice project={project} onPick={(contract) => setDoing({ what: 'add', contract })} />
        </div>
      ) : null}
      <ListStates list={list} empty={onDate ? '当日没有有效的合同单价' : '该项目的合同还没有供能单价'} framed>
        {(data) => (
          <CardTable
            label="合同供能单价"
            columns={columnsOf(mechanisms.data?.rows ?? [], setDoing)}
            rows={data.rows}
            rowKey={(row) => row.Id}
          />
        )}
      </ListStates>
      {doing === null ? null : doing.what === 'add' ? (
        <AddPriceDialog contract={doing.contract} onClose={close} />
      ) : doing.what === 'change' ? (
        <EditPriceDialog row={viewRowOf(doing.row)} onClose={close} />
      ) : (
        <DeletePriceDialog row={viewRowOf(doing.row)} onClose={close} />
      )}
    </>
  );
};
