/** 三步引导 of a project that is not set up yet: 建机房, 加主机, 加表计; gone once all three are there. */
import { hostMachines } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Steps } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { can } from '../../../lib/permission.ts';
import { THINGS, useMeters, useRooms } from '../common.ts';
import { DeviceForm } from './DeviceForm.tsx';
import { MeterForm } from './MeterForm.tsx';
import { RoomForm } from './RoomForm.tsx';
import { SCREEN } from './shared.ts';

type Step = 'room' | 'host' | 'meter';

export const SetupSteps = ({ project }: { readonly project: string }): ReactElement | null => {
  const [doing, setDoing] = useState<Step | null>(null);
  const rooms = useRooms(project);
  const meters = useMeters(project);
  const hosts = useQuery({
    queryKey: [THINGS, 'hosts', project],
    queryFn: ({ signal }) => callApi(hostMachines, { ProjectCode: project }, { signal }),
  });
  if (rooms.data === undefined || meters.data === undefined || hosts.data === undefined || !can(SCREEN, 'add'))
    return null;
  const close = () => setDoing(null);
  const steps: readonly { readonly key: Step; readonly title: string; readonly why: string; readonly count: number }[] =
    [
      { key: 'room', title: '建机房', why: '设备和表计所在的机房、楼层', count: rooms.data.length },
      { key: 'host', title: '加主机', why: '从型号库选，额定值决定达成率与读数上限', count: hosts.data.length },
      {
        key: 'meter',
        title: '加表计',
        why: '起用读数与倍率；可从进场交接单的表底带入',
        count: meters.data.rows.length,
      },
    ];
  const at = steps.findIndex(({ count }) => count === 0);
  const dialog =
    doing === 'room' ? (
      <RoomForm project={project} room={null} onClose={close} />
    ) : doing === 'host' ? (
      <DeviceForm
        project={project}
        device={null}
        {...(rooms.data[0] === undefined ? {} : { at: { RoomName: rooms.data[0].RoomName } })}
        onClose={close}
      />
    ) : doing === 'meter' ? (
      <MeterForm project={project} meter={null} onClose={close} />
    ) : null;
  if (at === -1) return dialog;
  return (
    <section className="surface things-steps" aria-label="建项目的三步">
      <Steps
        size="small"
        current={at}
        items={steps.map(({ key, title, why, count }, index) => ({
          title,
          status: count > 0 ? 'finish' : index === at ? 'process' : 'wait',
          content: (
            <>
              <p>{count > 0 ? `已有 ${count}` : why}</p>
              <Button size="small" type={index === at ? 'primary' : 'default'} onClick={() => setDoing(key)}>
                {title}
              </Button>
            </>
          ),
        }))}
      />
      {dialog}
    </section>
  );
};
