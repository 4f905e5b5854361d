/** What was read for one figure: the readings around a day of a meter, with all their versions. */
import { addDays } from '@hengneng/core';
import { entryData, type LedgerMeter } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { callApi } from '../../../lib/api.ts';
import { canOpen } from '../../../lib/permission.ts';
import { AppDrawer } from '../../../ui/AppDrawer.tsx';
import { ListStates } from '../../../ui/ListStates.tsx';
import { Versions } from '../edit/EditPanel.tsx';
import { FLAG_NAMES } from '../flags.ts';

const EDIT = '/operationContent/DataInput/dataEdit';
const EDIT_SCREEN = 'operationContent.DataInput.dataEdit';

export interface ReadingsOf {
  readonly meter: LedgerMeter;
  readonly day: string;
  readonly closesSameDay: boolean;
}

export const Readings = ({
  project,
  of: { meter, day, closesSameDay },
  register,
  onClose,
}: {
  readonly project: string;
  readonly of: ReadingsOf;
  readonly register: string;
  readonly onClose: () => void;
}): ReactElement => {
  // The reading that opens the day and the one that closes it.
  const from = closesSameDay ? addDays(day, -1) : day;
  const to = addDays(from, 1);
  const list = useQuery({
    queryKey: ['entryData', project, meter.DeviceId, register, from, to],
    queryFn: ({ signal }) =>
      callApi(
        entryData,
        {
          ProjectCode: project,
          DeviceId: meter.DeviceId,
          Register: register,
          Date: { from, to },
          WithVersions: true,
          PageSize: 100,
        },
        { signal },
      ),
  });
  const edit = new URLSearchParams({ ProjectCode: project, Keyword: meter.Code, from, to });
  return (
    <AppDrawer title={`${meter.Name} ${day} 的读数`} onClose={onClose}>
      <ListStates list={list} empty="没有人工抄录的读数：这一天由自动采集，或由前后读数推算">
        {(data) =>
          data.rows.map((row) => (
            <section key={row.EntryId} className="soft-box">
              <h3>
                {row.Date} {row.ReadTime} {row.RegisterName}示数 {row.Reading ?? '已作废'}
              </h3>
              <p className="note">
                {FLAG_NAMES[row.Flag] ?? row.Flag}，{row.Editor}，{row.LockName}
                {row.Words === '' ? '' : `，${row.Words}`}
              </p>
              <Versions row={row} />
            </section>
          ))
        }
      </ListStates>
      {canOpen(EDIT_SCREEN) ? <Link to={`${EDIT}?${edit}`}>到数据修改查看</Link> : null}
    </AppDrawer>
  );
};
