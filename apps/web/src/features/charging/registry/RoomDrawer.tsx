import {
  type BuildingNode,
  type RoomDetail,
  roomDelete,
  roomDetail,
  roomReveal,
  roomTimeline,
} from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Timeline } from 'antd';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { callApi } from '../../../lib/api.ts';
import { formatDecimal } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { can } from '../../../lib/permission.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppDrawer } from '../../../ui/AppDrawer.tsx';
import { useQuestions } from '../../../ui/confirm.ts';
import { CountTabs } from '../../../ui/CountTabs.tsx';
import { DataTable } from '../../../ui/DataTable.tsx';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { StatementDrawer } from '../statement/StatementDrawer.tsx';
import { quantityText } from '../quantity.ts';
import { EndFee, FeeForm, TransferForm } from './RoomActs.tsx';
import { RoomForm } from './RoomForm.tsx';
import { MergeForm } from './RoomMerge.tsx';
import { RoomMoveOut } from './RoomMoveOut.tsx';
import { BUILDINGS, chargeLink, lastDayOf, ROOM_SCREEN, ROOMS } from './shared.ts';

const TABS = [
  { key: 'basic', label: '基本' },
  { key: 'people', label: '人' },
  { key: 'fees', label: '收费项' },
  { key: 'meters', label: '表计' },
  { key: 'history', label: '历程' },
] as const;
type Tab = (typeof TABS)[number]['key'];
type Person = RoomDetail['people'][number];

const until = (to: string | null): string => (to === null ? '—' : lastDayOf(to));

const Basic = ({ room }: { readonly room: RoomDetail }): ReactElement => (
  <>
    <dl className="community-figures">
      {[
        ['小区', room.community],
        ['楼栋单元', [room.building, room.unit].filter(Boolean).join(' ')],
        ['楼层', room.floor === null ? '—' : String(room.floor)],
        ['户型用途', [room.layout, room.usage].filter(Boolean).join(' ')],
        ['房态', room.state],
        ['交付日期', room.deliverDate ?? '—'],
        ['标记', room.flags.join('、') || '—'],
        ...(room.arrears === null
          ? []
          : [
              ['欠费（元）', formatDecimal(room.arrears, 2)],
              ['预存（元）', formatDecimal(room.balance, 2)],
            ]),
      ].map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
    <h3>面积</h3>
    <DataTable
      label="面积"
      columns={[
        { key: 'from', head: '起' },
        { key: 'to', head: '止', show: (row) => until(row.to) },
        {
          key: 'buildArea',
          head: '建筑面积',
          unit: 'm²',
          number: true,
          show: (row) => formatDecimal(row.buildArea, 2),
        },
        {
          key: 'innerArea',
          head: '套内面积',
          unit: 'm²',
          number: true,
          show: (row) => formatDecimal(row.innerArea, 2),
        },
        {
          key: 'energyArea',
          head: '供能面积',
          unit: 'm²',
          number: true,
          show: (row) => formatDecimal(row.energyArea, 2),
        },
        { key: 'note', head: '说明', show: (row) => row.note || '—' },
      ]}
      rows={room.areas}
      rowKey={(row) => row.from}
    />
  </>
);

/** Whole numbers are shown after a click, which is kept in the audit. */
const Numbers = ({ room, person }: { readonly room: string; readonly person: Person }): ReactElement => {
  const [whole, setWhole] = useState<{ phone: string | null; idNo: string | null } | null>(null);
  const look = useWrite(roomReveal, { onDone: setWhole });
  return (
    <>
      {whole?.phone ?? (person.phone || '—')}
      <br />
      {whole?.idNo ?? (person.idNo || '—')}
      {whole === null && `${person.phone}${person.idNo}` !== '' ? (
        <Button
          type="link"
          size="small"
          title="查看会留痕"
          loading={look.isPending}
          onClick={() => look.mutate({ roomId: room, partyId: person.partyId })}
        >
          查看
        </Button>
      ) : null}
    </>
  );
};

const People = ({ room }: { readonly room: RoomDetail }): ReactElement =>
  room.people.length === 0 ? (
    <EmptyHint text="还没有登记人员" />
  ) : (
    <DataTable
      label="人员"
      columns={[
        { key: 'role', head: '角色' },
        { key: 'name', head: '姓名' },
        { key: 'numbers', head: '电话与证件号', show: (row) => <Numbers room={room.id} person={row} /> },
        { key: 'from', head: '起' },
        { key: 'to', head: '止', show: (row) => until(row.to) },
        { key: 'payer', head: '缴费人', show: (row) => (row.payer ? '是' : '—') },
        {
          key: 'invoiceTitle',
          head: '发票抬头与税号',
          show: (row) => [row.invoiceTitle, row.taxNo].filter(Boolean).join(' ') || '—',
        },
      ]}
      rows={room.people}
      rowKey={(row) => row.id}
    />
  );

const Fees = ({
  room,
  onEnd,
}: {
  readonly room: RoomDetail;
  readonly onEnd: (fee: RoomDetail['feeList'][number]) => void;
}): ReactElement =>
  room.feeList.length === 0 ? (
    <EmptyHint text="还没有设收费项，不会出账" />
  ) : (
    <DataTable
      label="收费项"
      columns={[
        {
          key: 'fee',
          head: '费项',
          show: (row) => (
            <>
              {row.fee} {row.suspended ? <Tag tone="warn">停用</Tag> : null}
            </>
          ),
        },
        {
          key: 'quantity',
          head: '计费基数',
          number: true,
          show: (row) => (row.quantity === null ? row.basis : quantityText(row.quantity, row.unit)),
        },
        {
          key: 'price',
          head: '单价或合同价',
          unit: '元',
          number: true,
          show: (row) =>
            row.contractPrice === null ? formatDecimal(row.price) : `${formatDecimal(row.contractPrice)}（合同）`,
        },
        { key: 'from', head: '起' },
        { key: 'to', head: '止', show: (row) => until(row.to) },
        { key: 'discount', head: '折扣', unit: '%', number: true },
        { key: 'payer', head: '缴费人', show: (row) => row.payer || '—' },
        { key: 'meter', head: '表计', show: (row) => row.meter ?? '—' },
        {
          key: 'do',
          head: '操作',
          show: (row) =>
            can(ROOM_SCREEN, 'edit') && row.to === null ? (
              <Button type="link" className="cell-link" onClick={() => onEnd(row)}>
                停收
              </Button>
            ) : (
              '—'
            ),
        },
      ]}
      rows={room.feeList}
      rowKey={(row) => row.id}
    />
  );

const Meters = ({ room }: { readonly room: RoomDetail }): ReactElement =>
  room.meters.length === 0 ? (
    <EmptyHint text="没有关联表计，用量按导入计" />
  ) : (
    <DataTable
      label="表计"
      columns={[
        { key: 'no', head: '表号' },
        { key: 'kind', head: '类型' },
        { key: 'ratio', head: '倍率', number: true },
        { key: 'from', head: '起' },
        { key: 'to', head: '止', show: (row) => until(row.to) },
        {
          key: 'reading',
          head: '最近读数与日期',
          number: true,
          show: (row) => (row.readDay === null ? '—' : `${formatDecimal(row.reading)}（${row.readDay}）`),
        },
      ]}
      rows={room.meters}
      rowKey={(row) => `${row.no} ${row.from}`}
    />
  );

const History = ({ room }: { readonly room: string }): ReactElement => {
  const found = useQuery({
    queryKey: [ROOMS, 'timeline', room],
    queryFn: ({ signal }) => callApi(roomTimeline, { roomId: room }, { signal }),
  });
  if (found.error) return <ErrorRetry error={found.error} onRetry={() => void found.refetch()} />;
  if (found.data === undefined) return <SkeletonDelay />;
  return found.data.length === 0 ? (
    <EmptyHint text="还没有历程" />
  ) : (
    <Timeline
      items={found.data.map(({ day, kind, text, by }) => ({
        content: `${day} ${kind}：${text}${by === '' ? '' : `（${by}）`}`,
      }))}
    />
  );
};

type Doing = 'edit' | 'fee' | 'transfer' | 'merge' | 'leave' | RoomDetail['feeList'][number];

const Acts = ({
  room,
  tree,
  doing,
  onClose,
}: {
  readonly room: RoomDetail;
  readonly tree: readonly BuildingNode[];
  readonly doing: Doing;
  readonly onClose: () => void;
}): ReactElement => {
  switch (doing) {
    case 'edit':
      return <RoomForm room={room} tree={tree} onClose={onClose} />;
    case 'fee':
      return <FeeForm community={room.communityId} tree={tree} room={room} onClose={onClose} />;
    case 'transfer':
      return <TransferForm room={room} onClose={onClose} />;
    case 'leave':
      return <RoomMoveOut room={room} onClose={onClose} />;
    case 'merge':
      return <MergeForm room={room} onClose={onClose} />;
    default:
      return <EndFee room={room} fee={doing} onClose={onClose} />;
  }
};

/** One room: what it is, whose, what it is charged, and what happened to it. */
export const RoomDrawer = ({
  id,
  tree,
  onClose,
}: {
  readonly id: string;
  readonly tree: readonly BuildingNode[];
  readonly onClose: () => void;
}): ReactElement => {
  const [tab, setTab] = useState<Tab>('basic');
  const [doing, setDoing] = useState<Doing | null>(null);
  const [told, setTold] = useState(false);
  const ask = useQuestions();
  const found = useQuery({
    queryKey: [ROOMS, 'one', id],
    queryFn: ({ signal }) => callApi(roomDetail, { id }, { signal }),
  });
  const remove = useWrite(roomDelete, {
    renews: [BUILDINGS, ROOMS],
    onDone: ([one]) => {
      if (one?.ok) {
        notify.success('房间已删除');
        onClose();
      } else notify.error(one?.reason ?? '');
    },
  });
  const [room] = found.data ?? [];
  const links = [
    { to: chargeLink('chargeCashier', { room: id, community: room?.communityId ?? '' }), label: '收费台' },
    { to: chargeLink('chargeBill', { room: id, community: room?.communityId ?? '' }), label: '账单' },
    { to: chargeLink('suspend/suspendForm', { ProcedureId: '3801' }), label: '停用申请' },
  ].filter(({ to }) => to !== null);
  const mayEdit = can(ROOM_SCREEN, 'edit');
  return (
    <AppDrawer
      title={room === undefined ? '房间档案' : `${room.community} ${room.fullCode}`}
      width={860}
      onClose={onClose}
      extra={links.map(({ to, label }) => (
        <Link key={label} to={to ?? ''} className="cell-link">
          {label}{' '}
        </Link>
      ))}
    >
      {found.error ? (
        <ErrorRetry error={found.error} onRetry={() => void found.refetch()} />
      ) : room === undefined ? (
        <SkeletonDelay />
      ) : (
        <>
          <p className="action-row">
            {room.endedOn === null ? null : <Tag tone="warn">{`自 ${room.endedOn} 已拆分或合并`}</Tag>}
            {mayEdit && room.endedOn === null ? (
              <>
                <Button type="primary" onClick={() => setDoing('edit')}>
                  修改
                </Button>
                <Button onClick={() => setDoing('fee')}>设收费项</Button>
                <Button onClick={() => setDoing('transfer')}>过户</Button>
                <Button onClick={() => setDoing('merge')}>拆分合并</Button>
              </>
            ) : null}
            {room.endedOn === null ? <Button onClick={() => setDoing('leave')}>迁出核对</Button> : null}
            {room.arrears === null ? null : <Button onClick={() => setTold(true)}>往来对账单</Button>}
            {can(ROOM_SCREEN, 'delete') ? (
              <Button
                danger
                onClick={() =>
                  ask.confirm({
                    title: `删除${room.fullCode}？`,
                    content: '有账单、余额或表计的房间不能删除，可停用',
                    okText: '删除',
                    onOk: () => remove.mutate({ ids: [room.id] }),
                  })
                }
              >
                删除
              </Button>
            ) : null}
          </p>
          <CountTabs prefix="room" label={room.fullCode} tabs={TABS} chosen={tab} onChoose={setTab} />
          <div id="room-panel" role="tabpanel" className="registry-panel">
            {tab === 'basic' ? (
              <Basic room={room} />
            ) : tab === 'people' ? (
              <People room={room} />
            ) : tab === 'fees' ? (
              <Fees room={room} onEnd={setDoing} />
            ) : tab === 'meters' ? (
              <Meters room={room} />
            ) : (
              <History room={room.id} />
            )}
          </div>
          {told ? <StatementDrawer roomId={room.id} onClose={() => setTold(false)} /> : null}
          {doing === null ? null : <Acts room={room} tree={tree} doing={doing} onClose={() => setDoing(null)} />}
        </>
      )}
    </AppDrawer>
  );
};
