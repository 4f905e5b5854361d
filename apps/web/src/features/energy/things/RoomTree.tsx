import type { EquipmentRoom } from '@hengneng/contracts';
import { projectDeviceIndex } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Tree } from 'antd';
import { type ReactElement, useMemo } from 'react';
import { callApi } from '../../../lib/api.ts';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { THINGS, useRooms } from '../common.ts';

interface Node {
  readonly key: string;
  readonly title: string;
  readonly children?: Node[];
}
type Change = Readonly<Record<'RoomId' | 'SystemName' | 'Keyword', string | null>>;

const MOST = 500;

const nodesOf = (
  rooms: readonly EquipmentRoom[],
  devices: readonly {
    readonly Id: string;
    readonly Name: string;
    readonly RoomId: string | null;
    readonly SystemName: string;
  }[],
): Node[] =>
  rooms.map((room) => ({
    key: `room:${room.RoomId}`,
    title: `${room.RoomName}${room.Floor === '' ? '' : `（${room.Floor}）`}`,
    children: room.Systems.map((system) => ({
      key: `system:${room.RoomId}:${system.SystemName}`,
      title: `${system.SystemName} ${system.DeviceCount}`,
      children: devices
        .filter((one) => one.RoomId === room.RoomId && one.SystemName === system.SystemName)
        .map((one) => ({ key: `device:${one.Name}`, title: one.Name })),
    })),
  }));

const changeOf = (key: string): Change => {
  const [kind, first = '', second = ''] = key.split(':');
  if (kind === 'device') return { RoomId: null, SystemName: null, Keyword: first };
  return { RoomId: first, SystemName: kind === 'system' ? second : null, Keyword: null };
};

/** Rooms, their systems, and the machines that stand in them. */
export const RoomTree = ({
  project,
  room,
  system,
  onPick,
}: {
  readonly project: string;
  readonly room: string | undefined;
  readonly system: string | undefined;
  readonly onPick: (change: Change) => void;
}): ReactElement => {
  const rooms = useRooms(project);
  const devices = useQuery({
    queryKey: [THINGS, 'treeDevices', project],
    queryFn: ({ signal }) => callApi(projectDeviceIndex, { ProjectCode: project, PageSize: MOST }, { signal }),
  });
  const nodes = useMemo(() => nodesOf(rooms.data ?? [], devices.data?.rows ?? []), [rooms.data, devices.data]);
  if (rooms.error) return <ErrorRetry error={rooms.error} onRetry={() => void rooms.refetch()} />;
  if (rooms.isPending) return <SkeletonDelay />;
  if (nodes.length === 0) return <EmptyHint text="还没有机房：新增设备时填写机房名称即建立" />;
  return (
    <Tree
      key={nodes.length}
      defaultExpandedKeys={nodes.map(({ key }) => key)}
      selectedKeys={room === undefined ? [] : [system === undefined ? `room:${room}` : `system:${room}:${system}`]}
      treeData={nodes}
      onSelect={([key]) =>
        onPick(key === undefined ? { RoomId: null, SystemName: null, Keyword: null } : changeOf(String(key)))
      }
    />
  );
};
