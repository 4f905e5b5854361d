/** 私开补收: what was found while a room was suspended, and what was charged for it. */
import { SECRET_USE_STATES, secretUsePage, type SecretUseRow } from '@hengneng/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { can } from '../../../lib/permission.ts';
import { useSession } from '../../../lib/session.ts';
import { useUrlFilters } from '../../../lib/useUrlFilters.ts';
import { type CardColumn, CardTable } from '../../../ui/CardTable.tsx';
import { ListStates } from '../../../ui/ListStates.tsx';
import { FileLink } from '../../../ui/files/FileItem.tsx';
import { ChoiceFilter } from '../../../ui/filters.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { AUDIT_SCREEN } from '../bills/shared.ts';
import { CommunityFilter } from '../CommunityFilter.tsx';
import { DecideDialog } from './SecretUseDialogs.tsx';
import { Amount, RecordLink, SECRET_USES, spanText } from './shared.tsx';

const SIZE = 20;
const TONES = { 待审核: 'warn', 已补收: 'good', 已驳回: 'bad' } as const;

const columnsOf = (me: string | null, onDecide: (row: SecretUseRow) => void): readonly CardColumn<SecretUseRow>[] => [
  { key: 'no', head: '登记号', main: true, show: (row) => row.no },
  { key: 'room', head: '小区房间', show: (row) => `${row.community} ${row.room}` },
  { key: 'owner', head: '业主', show: (row) => row.owner || '—' },
  { key: 'fee', head: '费项', show: (row) => row.fee },
  { key: 'serial', head: '停用单', show: (row) => <RecordLink id={row.BusinessId}>{row.serial}</RecordLink> },
  { key: 'span', head: '原停用', show: (row) => spanText(row.from, row.to) },
  { key: 'usedFrom', head: '私开日', show: (row) => row.usedFrom },
  { key: 'foundDay', head: '发现日期', show: (row) => row.foundDay },
  { key: 'finding', head: '发现情况', show: (row) => row.finding },
  {
    key: 'photos',
    head: '照片',
    show: (row) => row.photos.map((file) => <FileLink key={file.URL} file={file} among={row.photos} />),
  },
  { key: 'charged', head: '补收', unit: '元', number: true, show: (row) => <Amount value={row.charged} /> },
  { key: 'maker', head: '登记人', show: (row) => row.maker },
  {
    key: 'state',
    head: '状态',
    show: (row) => (
      <span title={row.opinion}>
        <Tag tone={TONES[row.state]}>{row.state}</Tag>
        {row.checker === '' ? '' : ` ${row.checker}`}
      </span>
    ),
  },
  {
    key: 'acts',
    head: '操作',
    acts: true,
    show: (row) =>
      row.state === '待审核' && can(AUDIT_SCREEN, 'edit') ? (
        <Button
          type="link"
          size="small"
          disabled={row.makerId === me}
          title={row.makerId === me ? '不能审核自己登记的私开' : ''}
          onClick={() => onDecide(row)}
        >
          审核
        </Button>
      ) : (
        '—'
      ),
  },
];

export const SecretUseList = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const [decides, setDecides] = useState<SecretUseRow | null>(null);
  const me = useSession((state) => state.userId);
  const asked = {
    community: filters['community'] ?? '',
    state: SECRET_USE_STATES.find((one) => one === filters['state']) ?? ('' as const),
  };
  const page = Number(filters['PageIndex'] ?? 1) || 1;
  const list = useQuery({
    queryKey: [SECRET_USES, asked, page],
    queryFn: ({ signal }) => callApi(secretUsePage, { ...asked, PageIndex: page, PageSize: SIZE }, { signal }),
    placeholderData: keepPreviousData,
  });
  const narrow = (more: Record<string, string | null>) => setFilters({ PageIndex: null, ...more });
  return (
    <>
      <search className="filter-bar surface">
        <CommunityFilter value={filters['community']} onChange={(community) => narrow({ community })} />
        <ChoiceFilter
          label="状态"
          value={SECRET_USE_STATES.find((one) => one === filters['state'])}
          options={SECRET_USE_STATES}
          onChange={(state) => narrow({ state })}
        />
      </search>
      <ListStates list={list} lines={8} empty="没有私开登记；巡查发现的，在停用记录里点「私开」登记" framed>
        {(data) => (
          <CardTable
            label="私开补收"
            columns={columnsOf(me, setDecides)}
            rows={data.rows}
            rowKey={(row) => row.id}
            paging={{
              index: page,
              size: SIZE,
              total: data.total,
              onChange: (index) => setFilters({ PageIndex: String(index) }),
            }}
          />
        )}
      </ListStates>
      {decides === null ? null : <DecideDialog of={decides} onClose={() => setDecides(null)} />}
    </>
  );
};
