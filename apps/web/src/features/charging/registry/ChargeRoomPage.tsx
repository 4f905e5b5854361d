import {
  buildingTree,
  communityList,
  feeList,
  ROOM_STATES,
  roomExport,
  roomImport,
  roomImportErrors,
  roomImportTemplate,
  roomPage,
  type OutputOf,
  type RoomRow,
} from '@hengneng/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Radio, Tree } from 'antd';
import { type ReactElement, type ReactNode, useState } from 'react';
import { communityOptions } from '../CommunityFilter.tsx';
import { WholeImportDialog } from '../../../engine/imports/WholeImportDialog.tsx';
import { callApi } from '../../../lib/api.ts';
import { download } from '../../../lib/download.ts';
import { formatDecimal } from '../../../lib/format.ts';
import { can } from '../../../lib/permission.ts';
import { useUrlFilters } from '../../../lib/useUrlFilters.ts';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { ChoiceFilter, SearchFilter } from '../../../ui/filters.tsx';
import { Money } from '../../../ui/Money.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { SideTree } from '../../../ui/SideTree.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { type CardColumn, CardTable } from '../../../ui/CardTable.tsx';
import { BatchForm, BuildingForm, FeeForm } from './RoomActs.tsx';
import { type CellName, RoomCell } from './RoomCells.tsx';
import { RoomDrawer } from './RoomDrawer.tsx';
import { RoomForm } from './RoomForm.tsx';
import { RoomPlates } from './RoomPlates.tsx';
import { BUILDINGS, COMMUNITY_OPTIONS, FEE_OPTIONS, ROOM_SCREEN, ROOMS } from './shared.ts';
import './registry.css';

type Node = OutputOf<typeof buildingTree>[number];
type Filters = ReturnType<typeof useUrlFilters>[0];
type SetFilters = ReturnType<typeof useUrlFilters>[1];

const SIZE = 50;
const MAP_SIZE = 500;

const area = (value: string | null): string => formatDecimal(value, 2);

/** What is edited in its place, by whom may; a room that is none any more stays as it was. */
const editable =
  (name: CellName, show: (row: RoomRow) => ReactNode) =>
  (row: RoomRow): ReactNode =>
    can(ROOM_SCREEN, 'edit') && row.endedOn === null ? (
      <RoomCell row={row} name={name}>
        {show(row) || '—'}
      </RoomCell>
    ) : (
      show(row) || '—'
    );

const columnsOf = (onOpen: (row: RoomRow) => void): readonly CardColumn<RoomRow>[] => [
  {
    key: 'code',
    head: '房号',
    main: true,
    show: (row) => (
      <Button type="link" className="cell-link" onClick={() => onOpen(row)}>
        {row.fullCode}
      </Button>
    ),
  },
  { key: 'building', head: '楼栋', show: (row) => row.building },
  { key: 'unit', head: '单元', show: (row) => row.unit ?? '—' },
  { key: 'floor', head: '楼层', number: true, show: (row) => row.floor ?? '—' },
  {
    key: 'usage',
    head: '户型用途',
    show: editable('usage', (row) => [row.layout, row.usage].filter(Boolean).join(' ')),
  },
  {
    key: 'build',
    head: '建筑面积',
    unit: 'm²',
    number: true,
    show: editable('build', (row) => area(row.buildArea)),
  },
  {
    key: 'inner',
    head: '套内面积',
    unit: 'm²',
    number: true,
    show: editable('inner', (row) => area(row.innerArea)),
  },
  {
    key: 'energy',
    head: '供能面积',
    unit: 'm²',
    number: true,
    show: editable('energy', (row) => area(row.energyArea)),
  },
  { key: 'owner', head: '业主', show: (row) => row.owner || '—' },
  { key: 'resident', head: '现住人', show: (row) => row.resident || '—' },
  { key: 'phone', head: '电话', show: (row) => row.phone || '—' },
  {
    key: 'state',
    head: '房态',
    show: (row) => (
      <>
        {editable('state', ({ state }) => state)(row)}
        {row.endedOn === null ? null : <Tag tone="warn">{`自 ${row.endedOn} 已拆分或合并`}</Tag>}
        {row.flags.map((flag) => (
          <Tag key={flag} tone="warn">
            {flag}
          </Tag>
        ))}
      </>
    ),
  },
  { key: 'fees', head: '收费项', unit: '个', number: true, show: (row) => row.fees },
  { key: 'suspended', head: '停用中', show: (row) => (row.suspended ? <Tag tone="warn">停用</Tag> : '—') },
  { key: 'balance', head: '预存', unit: '元', number: true, show: (row) => <Money value={row.balance} /> },
  {
    key: 'arrears',
    head: '欠费',
    unit: '元',
    hint: '已过到期日的未缴本金',
    number: true,
    show: (row) => <Money value={row.arrears} />,
  },
  { key: 'deliver', head: '交付日期', show: editable('deliver', (row) => row.deliverDate) },
];

const mapClass = (row: RoomRow): string =>
  row.late
    ? 'room-cell room-cell-late'
    : row.suspended || row.state === '停用' || row.endedOn !== null
      ? 'room-cell room-cell-stopped'
      : row.state === '空置' || row.state === '未交付'
        ? 'room-cell room-cell-empty'
        : 'room-cell';
const mapWord = (row: RoomRow): string =>
  row.late
    ? `欠 ${row.arrears === null ? '费' : formatDecimal(row.arrears, 2)}`
    : row.suspended
      ? '停用中'
      : row.endedOn === null
        ? row.state
        : '已拆分或合并';

/** A building as it stands: floors from above, doors beside each other. */
const FloorMap = ({
  rows,
  onOpen,
}: {
  readonly rows: readonly RoomRow[];
  readonly onOpen: (row: RoomRow) => void;
}): ReactElement => {
  const floors = [...Map.groupBy(rows, ({ floor }) => floor ?? 0)].toSorted(([a], [b]) => b - a);
  return (
    <section className="surface room-map" aria-label="楼栋剖面图">
      <p className="note">红框欠费，黄框停用，虚框空置或未交付；格内有文字</p>
      {floors.map(([floor, rooms]) => (
        <div key={floor} className="room-floor">
          <strong>{floor} 层</strong>
          <ul>
            {rooms.map((row) => (
              <li key={row.id}>
                <button type="button" className={mapClass(row)} onClick={() => onOpen(row)}>
                  {row.unit === null ? row.code : `${row.unit} ${row.code}`}
                  <small>{mapWord(row)}</small>
                </button>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
};

const Buildings = ({
  tree,
  chosen,
  onPick,
}: {
  readonly tree: readonly Node[];
  readonly chosen: string;
  readonly onPick: (of: { building: string | null; unit: string | null }) => void;
}): ReactElement => {
  const words = (name: string, rooms: number, late: number) =>
    `${name}（${rooms}户${late === 0 ? '' : `，欠费${late}户`}）`;
  return (
    <Tree
      blockNode
      defaultExpandAll
      selectedKeys={[chosen]}
      treeData={[
        {
          key: 'all',
          title: words(
            '全部',
            tree.reduce((sum, { rooms }) => sum + rooms, 0),
            tree.reduce((sum, { arrearsRooms }) => sum + arrearsRooms, 0),
          ),
        },
        ...tree.map((building) => ({
          key: `b${building.id}`,
          title: words(building.name, building.rooms, building.arrearsRooms),
          children: building.units.map((unit) => ({
            key: `u${building.id}:${unit.id}`,
            title: `${words(unit.name, unit.rooms, unit.arrearsRooms)}${unit.rate === null ? '' : ` ${unit.rate.toFixed(1)}%`}`,
          })),
        })),
      ]}
      onSelect={([key]) => {
        const text = String(key ?? 'all');
        const [building = '', unit = null] = text.slice(1).split(':');
        onPick(text === 'all' ? { building: null, unit: null } : { building, unit });
      }}
    />
  );
};

type Doing = 'room' | 'batch' | 'fee' | 'import' | 'building' | 'plates';

const Toolbar = ({
  community,
  filter,
  onDo,
}: {
  readonly community: string;
  readonly filter: object;
  readonly onDo: (doing: Doing) => void;
}): ReactElement => (
  <>
    {can(ROOM_SCREEN, 'add') ? (
      <>
        <Button type="primary" onClick={() => onDo('room')}>
          新增房间
        </Button>
        <Button onClick={() => onDo('batch')}>批量生成</Button>
      </>
    ) : null}
    {can(ROOM_SCREEN, 'edit') ? (
      <>
        <Button onClick={() => onDo('fee')}>批量设收费项</Button>
        <Button onClick={() => onDo('building')}>楼栋与单元</Button>
      </>
    ) : null}
    {can(ROOM_SCREEN, 'import') ? <Button onClick={() => onDo('import')}>导入</Button> : null}
    {can(ROOM_SCREEN, 'download') ? <Button onClick={() => onDo('plates')}>打印门牌</Button> : null}
    {can(ROOM_SCREEN, 'export') ? (
      <Button onClick={() => void download('POST', roomExport.path, { ...filter, community }, { name: '房间.xlsx' })}>
        导出
      </Button>
    ) : null}
  </>
);

const ImportDialog = ({
  community,
  onClose,
}: {
  readonly community: string;
  readonly onClose: () => void;
}): ReactElement => {
  const [onExists, setOnExists] = useState<'skip' | 'update'>('skip');
  return (
    <WholeImportDialog
      title="导入房间"
      about={`每行先检查，全部正确才写入；一次最多20000间。重复房号：${onExists === 'skip' ? '跳过' : '更新'}`}
      call={roomImport}
      fields={{ communityId: community, onExists }}
      template={roomImportTemplate}
      faults={roomImportErrors}
      what="房间"
      said={(created, { updated, skipped }) => `导入完成：新增${created}间，更新${updated}间，跳过${skipped}间`}
      renews={ROOMS}
      onClose={onClose}
      more={
        <Radio.Group
          value={onExists}
          onChange={(event) => setOnExists(event.target.value === 'update' ? 'update' : 'skip')}
          options={[
            { value: 'skip', label: '重复房号跳过' },
            { value: 'update', label: '重复房号更新' },
          ]}
        />
      }
    />
  );
};

const Rooms = ({
  community,
  tree,
  filters,
  setFilters,
  onOpen,
  onDo,
}: {
  readonly community: string;
  readonly tree: readonly Node[];
  readonly filters: Filters;
  readonly setFilters: SetFilters;
  readonly onOpen: (id: string) => void;
  readonly onDo: (doing: Doing) => void;
}): ReactElement => {
  const map = filters['view'] === 'map' && filters['building'] !== undefined;
  const asked = {
    ...filterOf(filters),
    community,
    PageIndex: map ? 1 : Number(filters['PageIndex'] ?? 1) || 1,
    PageSize: map ? MAP_SIZE : SIZE,
  };
  const list = useQuery({
    queryKey: [ROOMS, asked],
    queryFn: ({ signal }) => callApi(roomPage, asked, { signal }),
    placeholderData: keepPreviousData,
  });
  const { data } = list;
  if (list.error) return <ErrorRetry error={list.error} onRetry={() => void list.refetch()} />;
  if (data === undefined) return <SkeletonDelay rows={8} />;
  if (data.total === 0)
    return (
      <section className="surface">
        {tree.reduce((sum, { rooms }) => sum + rooms, 0) > 0 ? (
          <EmptyHint text="没有符合条件的房间" />
        ) : (
          <EmptyHint
            text="该小区还没有房间"
            action={
              can(ROOM_SCREEN, 'import') ? (
                <>
                  <Button
                    onClick={() => void download('POST', roomImportTemplate.path, {}, { name: '房间导入模板.xlsx' })}
                  >
                    下载模板
                  </Button>{' '}
                  <Button onClick={() => onDo('batch')}>批量生成</Button>
                </>
              ) : undefined
            }
          />
        )}
      </section>
    );
  return (
    <>
      {map ? (
        <FloorMap rows={data.rows} onOpen={({ id }) => onOpen(id)} />
      ) : (
        <CardTable
          label="房间"
          columns={columnsOf(({ id }) => onOpen(id))}
          rows={data.rows}
          rowKey={(row) => row.id}
          paging={{
            index: asked.PageIndex,
            size: SIZE,
            total: data.total,
            onChange: (PageIndex) => setFilters({ PageIndex: String(PageIndex) }),
          }}
        />
      )}
      <p className="note">
        共 {data.total} 间，建筑面积 {area(data.sums?.['buildArea'] ?? '0')} m²，供能面积{' '}
        {area(data.sums?.['energyArea'] ?? '0')} m²
        {data.sums?.['arrears'] === undefined
          ? ''
          : `；预存 ${formatDecimal(data.sums['balance'], 2)} 元，欠费 ${formatDecimal(data.sums['arrears'], 2)} 元`}
        {map && data.total > MAP_SIZE ? `；剖面图只显示前${MAP_SIZE}间，请选单元` : ''}
      </p>
    </>
  );
};

const filterOf = (filters: Filters) => ({
  building: filters['building'] ?? '',
  unit: filters['unit'] ?? '',
  Keyword: filters['keyword'] ?? '',
  state: ROOM_STATES.find((state) => state === filters['state']) ?? ('' as const),
  arrears: filters['arrears'] === '1',
  noFee: filters['noFee'] === '1',
  fee: filters['fee'] ?? '',
  ended: filters['ended'] === '1',
});

/** 房间管理: buildings, rooms, whose they are and what they are charged. */
const ChargeRoomPage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  // In the address, so that other pages lead to a room.
  const open = filters['room'] ?? null;
  const setOpen = (room: string | null) => setFilters({ room, PageIndex: filters['PageIndex'] });
  const [doing, setDoing] = useState<Doing | null>(null);
  const communities = useQuery({
    queryKey: [COMMUNITY_OPTIONS, 'all'],
    queryFn: ({ signal }) => callApi(communityList, {}, { signal }),
  });
  const community = filters['community'] ?? communities.data?.[0]?.id ?? '';
  const tree = useQuery({
    queryKey: [BUILDINGS, community],
    queryFn: ({ signal }) => callApi(buildingTree, { communityId: community }, { signal }),
    enabled: community !== '',
  });
  const fees = useQuery({
    queryKey: [FEE_OPTIONS, 'all'],
    queryFn: ({ signal }) => callApi(feeList, {}, { signal }),
  });
  const nodes = tree.data ?? [];
  const close = () => setDoing(null);
  const failed = communities.error ?? tree.error;
  return (
    <>
      <PageHeader
        title="房间管理"
        note="房间、业主、收费项与面积；面积与收费项的改动按生效日，不影响已出账期"
        actions={community === '' ? null : <Toolbar community={community} filter={filterOf(filters)} onDo={setDoing} />}
      />
      <search className="filter-bar surface">
        <ChoiceFilter
          label="小区"
          search
          value={community === '' ? undefined : community}
          options={communityOptions(communities.data)}
          loading={communities.isPending}
          onChange={(id) => setFilters({ community: id, building: null, unit: null })}
        />
        <SearchFilter
          label="房号、业主或电话"
          className="filter filter-words"
          value={filters['keyword']}
          onSearch={(keyword) => setFilters({ keyword })}
        />
        <ChoiceFilter
          label="房态"
          value={ROOM_STATES.find((state) => state === filters['state'])}
          options={ROOM_STATES}
          onChange={(state) => setFilters({ state })}
        />
        <ChoiceFilter
          label="收费项"
          value={filters['fee']}
          options={(fees.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          loading={fees.isPending}
          onChange={(fee) => setFilters({ fee })}
        />
        <Checkbox
          checked={filters['arrears'] === '1'}
          onChange={(event) => setFilters({ arrears: event.target.checked ? '1' : null })}
        >
          有欠费
        </Checkbox>
        <Checkbox
          checked={filters['noFee'] === '1'}
          onChange={(event) => setFilters({ noFee: event.target.checked ? '1' : null })}
        >
          未设收费项
        </Checkbox>
        <Checkbox
          checked={filters['ended'] === '1'}
          onChange={(event) => setFilters({ ended: event.target.checked ? '1' : null })}
        >
          含已拆分合并
        </Checkbox>
        <Radio.Group
          size="small"
          optionType="button"
          aria-label="显示方式"
          value={filters['view'] === 'map' && filters['building'] !== undefined ? 'map' : 'table'}
          onChange={(event) => setFilters({ view: event.target.value === 'map' ? 'map' : null })}
          options={[
            { value: 'table', label: '表格' },
            { value: 'map', label: '剖面图', disabled: filters['building'] === undefined, title: '先选楼栋' },
          ]}
        />
      </search>
      {failed ? (
        <ErrorRetry
          error={failed}
          onRetry={() => {
            void communities.refetch();
            if (community !== '') void tree.refetch();
          }}
        />
      ) : community === '' ? (
        communities.isPending ? (
          <SkeletonDelay />
        ) : (
          <section className="surface">
            <EmptyHint text="没有您可以查看的小区" />
          </section>
        )
      ) : (
        <div className="split">
          <SideTree label="楼栋" chosen={filters['unit'] ?? filters['building']}>
            <Buildings
              key={`${community} ${nodes.length}`}
              tree={nodes}
              chosen={
                filters['unit']
                  ? `u${filters['building'] ?? ''}:${filters['unit']}`
                  : filters['building']
                    ? `b${filters['building']}`
                    : 'all'
              }
              onPick={setFilters}
            />
          </SideTree>
          <div className="split-main">
            <Rooms
              community={community}
              tree={nodes}
              filters={filters}
              setFilters={setFilters}
              onOpen={setOpen}
              onDo={setDoing}
            />
          </div>
        </div>
      )}
      {open === null ? null : <RoomDrawer id={open} tree={nodes} onClose={() => setOpen(null)} />}
      {doing === 'room' ? (
        <RoomForm room={null} tree={nodes} building={filters['building']} unit={filters['unit']} onClose={close} />
      ) : doing === 'batch' ? (
        <BatchForm tree={nodes} building={filters['building']} unit={filters['unit']} onClose={close} />
      ) : doing === 'fee' ? (
        <FeeForm community={community} tree={nodes} building={filters['building']} onClose={close} />
      ) : doing === 'building' ? (
        <BuildingForm community={community} tree={nodes} onClose={close} />
      ) : doing === 'import' ? (
        <ImportDialog community={community} onClose={close} />
      ) : doing === 'plates' ? (
        <RoomPlates
          asked={{ ...filterOf(filters), community }}
          community={communities.data?.find(({ id }) => id === community)?.name ?? ''}
          onClose={close}
        />
      ) : null}
    </>
  );
};

export default ChargeRoomPage;
