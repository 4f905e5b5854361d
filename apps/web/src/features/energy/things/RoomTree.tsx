/** Rooms, their systems, and the machines that stand in them: machines are dragged to where they stand, the rest is under a right click. */
import {
  type EquipmentRoom,
  OWNERSHIPS,
  projectDeviceEdit,
  projectDeviceIndex,
  type ProjectDeviceRow,
} from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Dropdown, type MenuProps, Tree } from 'antd';
import { type ReactElement, useMemo, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { can } from '../../../lib/permission.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { useQuestions } from '../../../ui/confirm.ts';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { THINGS, useRooms } from '../common.ts';
import { DeviceForm } from './DeviceForm.tsx';
import { RoomForm } from './RoomForm.tsx';
import { SCREEN } from './shared.ts';

interface Node {
  readonly key: string;
  readonly title: string;
  readonly children?: Node[];
}
type Change = Readonly<Record<'RoomId' | 'SystemName' | 'Keyword', string | null>>;
/** Where something stands, or is to stand. */
interface Place {
  readonly room: EquipmentRoom;
  readonly system: string;
}

const MOST = 500;

const nodesOf = (rooms: readonly EquipmentRoom[], devices: readonly ProjectDeviceRow[]): Node[] => {
  const standing = (room: EquipmentRoom, system: string): Node[] =>
    devices
      .filter((one) => one.RoomId === room.RoomId && one.SystemName === system)
      .map((one) => ({ key: `device:${one.Id}`, title: one.Name }));
  return rooms.map((room) => ({
    key: `room:${room.RoomId}`,
    title: `${room.RoomName}${room.Floor === '' ? '' : `（${room.Floor}）`}`,
    children: [
      ...room.Systems.map((system) => ({
        key: `system:${room.RoomId}:${system.SystemName}`,
        title: `${system.SystemName} ${system.DeviceCount}`,
        children: standing(room, system.SystemName),
      })),
      // Of no system: they are in the room all the same.
      ...standing(room, ''),
    ],
  }));
};

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
  const [editing, setEditing] = useState<
    { readonly of: ProjectDeviceRow } | { readonly at: Place } | { readonly room: EquipmentRoom } | null
  >(null);
  const { confirm } = useQuestions();
  const edit = useWrite(projectDeviceEdit, { said: '已移动', renews: [THINGS] });
  const nodes = useMemo(() => nodesOf(rooms.data ?? [], devices.data?.rows ?? []), [rooms.data, devices.data]);
  if (rooms.error) return <ErrorRetry error={rooms.error} onRetry={() => void rooms.refetch()} />;
  if (rooms.isPending) return <SkeletonDelay />;
  if (nodes.length === 0) return <EmptyHint text="还没有机房" />;
  const deviceOf = (key: string): ProjectDeviceRow | undefined =>
    key.startsWith('device:') ? devices.data?.rows.find(({ Id }) => `device:${Id}` === key) : undefined;
  /** That a node is, or stands in. */
  const placeOf = (key: string): Place | null => {
    const device = deviceOf(key);
    const [, id = '', name = ''] = key.split(':');
    const found = (rooms.data ?? []).find(({ RoomId }) => RoomId === (device?.RoomId ?? id));
    return found === undefined ? null : { room: found, system: device?.SystemName ?? name };
  };
  const changeOf = (key: string): Change => {
    const device = deviceOf(key);
    if (device !== undefined) return { RoomId: null, SystemName: null, Keyword: device.Name };
    const [kind, first = '', second = ''] = key.split(':');
    return { RoomId: first, SystemName: kind === 'system' ? second : null, Keyword: null };
  };
  const menuOf = (key: string): NonNullable<MenuProps['items']> => [
    ...(deviceOf(key) === undefined ? [] : [{ key: 'edit', label: can(SCREEN, 'edit') ? '修改设备' : '查看设备' }]),
    ...(key.startsWith('room:') && can(SCREEN, 'edit') ? [{ key: 'room', label: '修改机房' }] : []),
    ...(can(SCREEN, 'add') ? [{ key: 'add', label: '在此新增设备' }] : []),
    { key: 'only', label: '只看这里' },
  ];
  const act = (key: string, what: string) => {
    const of = deviceOf(key);
    const at = placeOf(key);
    if (what === 'edit' && of !== undefined) setEditing({ of });
    else if (what === 'add' && at !== null) setEditing({ at });
    else if (what === 'room' && at !== null) setEditing({ room: at.room });
    else onPick(changeOf(key));
  };
  const menuFor = (key: string): MenuProps => ({
    items: menuOf(key),
    onClick: ({ key: what, domEvent }) => {
      // The row beneath is not chosen by it.
      domEvent.stopPropagation();
      act(key, what);
    },
  });
  const drop = (of: ProjectDeviceRow, at: Place) => {
    if (of.RoomId === at.room.RoomId && of.SystemName === at.system) return;
    // Without a model it cannot be saved: that is said where it can be chosen.
    if (of.DeviceInfoId === null) return setEditing({ of });
    const { room: to } = at;
    const DeviceInfoId = of.DeviceInfoId;
    confirm({
      title: `把 ${of.Name} 移到 ${[to.RoomName, at.system].filter(Boolean).join(' ')}？`,
      okText: '移动',
      onOk: () =>
        edit.mutate({
          Id: of.Id,
          FormVersion: of.FormVersion,
          DeviceInfoId,
          DeviceCode: of.DeviceCode,
          Name: of.Name,
          RoomId: to.RoomId,
          SystemName: at.system,
          No: of.No,
          MadeDate: of.MadeDate ?? '',
          StartDate: of.StartDate ?? '',
          Ownership: OWNERSHIPS.find((one) => one === of.Ownership) ?? '我方',
          State: of.State,
          Photos: of.Photo,
        }),
    });
  };
  return (
    <>
      <Tree<Node>
        key={rooms.data.length}
        blockNode
        defaultExpandedKeys={nodes.map(({ key }) => key)}
        selectedKeys={room === undefined ? [] : [system === undefined ? `room:${room}` : `system:${room}:${system}`]}
        treeData={nodes}
        draggable={
          can(SCREEN, 'edit') ? { icon: false, nodeDraggable: ({ key }) => String(key).startsWith('device:') } : false
        }
        allowDrop={({ dropPosition }) => dropPosition === 0}
        titleRender={({ key, title }) => {
          const menu = menuFor(key);
          return (
            <Dropdown trigger={['contextMenu']} menu={menu}>
              <span className="tree-title">
                {title}
                <Dropdown trigger={['click']} menu={menu}>
                  <Button
                    type="text"
                    size="small"
                    className="tree-more"
                    aria-label={`${title} 操作`}
                    onClick={(event) => event.stopPropagation()}
                  >
                    …
                  </Button>
                </Dropdown>
              </span>
            </Dropdown>
          );
        }}
        onSelect={([key]) =>
          onPick(key === undefined ? { RoomId: null, SystemName: null, Keyword: null } : changeOf(String(key)))
        }
        onDrop={({ node, dragNode }) => {
          const of = deviceOf(String(dragNode.key));
          const at = placeOf(String(node.key));
          if (of !== undefined && at !== null) drop(of, at);
        }}
      />
      {editing === null ? null : 'room' in editing ? (
        <RoomForm project={project} room={editing.room} onClose={() => setEditing(null)} />
      ) : (
        <DeviceForm
          project={project}
          device={'of' in editing ? editing.of : null}
          {...('at' in editing ? { at: { RoomName: editing.at.room.RoomName, SystemName: editing.at.system } } : {})}
          onClose={() => setEditing(null)}
        />
      )}
    </>
  );
};
