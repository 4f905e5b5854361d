import {
  ARCHIVE_BASE,
  type ArchiveContract,
  CONTRACT_STATES,
  PROFILE_KEYS,
  PROFILE_LABELS,
  type ProfileKey,
  projectChanges,
} from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Pagination } from 'antd';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { callApi, type UploadedFile } from '../../../lib/api.ts';
import { formatDateTime, formatDecimal } from '../../../lib/format.ts';
import { can, canOpen } from '../../../lib/permission.ts';
import { type CardColumn, CardTable } from '../../../ui/CardTable.tsx';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { FileLink } from '../../../ui/files/FileItem.tsx';
import { Money } from '../../../ui/Money.tsx';
import { Tag, type Tone } from '../../../ui/StatusTag.tsx';
import { contractAddress } from '../../contracts/address.ts';
import { EditContractDialog } from '../../contracts/EditContractDialog.tsx';
import { THINGS } from '../common.ts';
import { type Archive, SCREEN, textOf } from './archive-fields.ts';

export const BaseTab = ({
  archive,
  onEdit,
}: {
  readonly archive: Archive;
  readonly onEdit: () => void;
}): ReactElement => (
  <>
    {can(SCREEN, 'edit') ? (
      <div className="things-tools">
        <Button onClick={onEdit}>编辑基本信息</Button>
      </div>
    ) : null}
    <dl className="pairs archive-base">
      {ARCHIVE_BASE.map(([key, words]) => (
        <div key={key}>
          <dt>{words}</dt>
          <dd>{textOf(key, archive.Base[key])}</dd>
        </div>
      ))}
      <div title="由在用主机、锅炉的型号得出，在设备设置中维护">
        <dt>主能源</dt>
        <dd>{archive.MainEnergy ?? '—'}</dd>
      </div>
    </dl>
  </>
);

const Files = ({ files }: { readonly files: readonly UploadedFile[] }): ReactElement => (
  <>
    {files.length === 0
      ? '—'
      : files.map((file) => (
          <span key={file.URL} className="archive-file">
            <FileLink file={file} among={files} />
          </span>
        ))}
  </>
);

const FIGURES: ReadonlySet<ProfileKey> = new Set(['beds', 'guestRooms', 'seats', 'carbonTarget']);

export const ProfileTab = ({
  archive,
  onEdit,
}: {
  readonly archive: Archive;
  readonly onEdit: () => void;
}): ReactElement => {
  const { Profile: profile, Addition: free } = archive;
  const may = can(SCREEN, 'ancillaryInfo');
  return (
    <>
      {profile === null ? (
        <div className="archive-empty">
          <strong>完善补充信息</strong>
          <p className="hint">还没有建立补充信息，档案完整度 {archive.Complete}%</p>
          {may ? (
            <Button type="primary" onClick={onEdit}>
              完善补充信息
            </Button>
          ) : null}
        </div>
      ) : (
        <>
          {may ? (
            <div className="things-tools">
              <Button onClick={onEdit}>编辑补充信息</Button>
            </div>
          ) : null}
          <dl className="pairs archive-base archive-profile">
            {PROFILE_KEYS.map((key) => {
              const value = profile[key];
              return (
                <div key={key}>
                  <dt>{PROFILE_LABELS[key]}</dt>
                  <dd>
                    {Array.isArray(value) ? (
                      <Files files={value} />
                    ) : FIGURES.has(key) ? (
                      formatDecimal(value)
                    ) : (
                      textOf(key, value)
                    )}
                  </dd>
                </div>
              );
            })}
          </dl>
        </>
      )}
      {free.length === 0 ? null : (
        <>
          <h3>其他补充</h3>
          <dl className="pairs">
            {free.map((one) => (
              <div key={textOf('Id', one['Id'])}>
                <dt>{textOf('title', one['title'])}</dt>
                <dd>{textOf('content', one['content'])}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </>
  );
};

type Host = Archive['Hosts'][number];
const DEVICES = '/operationContent/deviceManage/projectDeviceSet';
const hostColumns = (project: string): readonly CardColumn<Host>[] => [
  {
    key: 'HostName',
    head: '主机',
    main: true,
    show: (row) =>
      canOpen(shortCodeOf(DEVICES)) ? (
        <Link to={`${DEVICES}?${new URLSearchParams({ ProjectCode: project })}`}>{row.HostName}</Link>
      ) : (
        row.HostName
      ),
  },
  { key: 'HostCode', head: '主机编号', show: (row) => row.HostCode },
  { key: 'RoomName', head: '机房', show: (row) => row.RoomName || '—' },
  { key: 'RoomPlace', head: '位置', show: (row) => row.RoomPlace || '—' },
  { key: 'RoomArea', head: '机房面积', unit: 'm²', number: true, show: (row) => formatDecimal(row.RoomArea) },
  { key: 'TypeCode', head: '机型系列', show: (row) => row.TypeCode },
  { key: 'Model', head: '型号', show: (row) => row.Model || '—' },
  { key: 'EnergyType', head: '能源类型', show: (row) => row.EnergyType || '—' },
  { key: 'Cool', head: '制冷量', unit: 'kW', number: true, show: (row) => formatDecimal(row.Cool) },
  { key: 'Heat', head: '制热量', unit: 'kW', number: true, show: (row) => formatDecimal(row.Heat) },
  { key: 'StartDate', head: '投运日期', show: (row) => row.StartDate ?? '—' },
  { key: 'RunHours', head: '累计运行', unit: 'h', number: true, show: (row) => formatDecimal(row.RunHours) },
  { key: 'State', head: '状态', show: (row) => row.State },
];

export const HostsTab = ({
  archive,
  project,
}: {
  readonly archive: Archive;
  readonly project: string;
}): ReactElement =>
  archive.Hosts.length === 0 ? (
    <EmptyHint text="还没有主机" />
  ) : (
    <CardTable label="机房与主机" columns={hostColumns(project)} rows={archive.Hosts} rowKey={(row) => row.HostId} />
  );

const STATE_TONE: Readonly<Record<ArchiveContract['state'], Tone>> = {
  active: 'good',
  ended: 'neutral',
  cancelled: 'bad',
};
const contractColumns = (
  rows: readonly ArchiveContract[],
  onEdit: ((code: string) => void) | null,
): readonly CardColumn<ArchiveContract>[] => [
  {
    key: 'ContractCode',
    head: '合同编号',
    main: true,
    show: (row) => {
      const address = contractAddress(row.ContractCode);
      return address === null ? row.ContractCode : <Link to={address}>{row.ContractCode}</Link>;
    },
  },
  { key: 'name', head: '名称', show: (row) => row.name },
  { key: 'partyA', head: '对方', show: (row) => row.partyA || '—' },
  { key: 'chargeModel', head: '收费模式', show: (row) => row.chargeModel ?? '—' },
  { key: 'startOn', head: '起', show: (row) => row.startOn ?? '—' },
  { key: 'endOn', head: '止', show: (row) => row.endOn ?? '—' },
  { key: 'leftDays', head: '剩余天数', number: true, show: (row) => formatDecimal(row.leftDays) },
  { key: 'settleArea', head: '面积', unit: 'm²', number: true, show: (row) => formatDecimal(row.settleArea) },
  ...(rows.some(({ yearAmount }) => yearAmount !== undefined)
    ? [
        {
          key: 'yearAmount',
          head: '年合同额',
          unit: '元',
          number: true,
          show: (row: ArchiveContract) => <Money value={row.yearAmount} />,
        },
      ]
    : []),
  { key: 'source', head: '来源', show: () => '本系统' },
  { key: 'state', head: '状态', show: (row) => <Tag tone={STATE_TONE[row.state]}>{CONTRACT_STATES[row.state]}</Tag> },
  ...(onEdit === null
    ? []
    : [
        {
          key: 'do',
          head: '操作',
          acts: true,
          show: (row: ArchiveContract) => (
            <Button
              type="link"
              size="small"
              aria-label={`修改合同 ${row.ContractCode}`}
              onClick={() => onEdit(row.ContractCode)}
            >
              修改
            </Button>
          ),
        },
      ]),
];

export const ContractsTab = ({ archive }: { readonly archive: Archive }): ReactElement => {
  const client = useQueryClient();
  const [editing, setEditing] = useState<string | null>(null);
  if (archive.Contracts.length === 0) return <EmptyHint text="没有合同" />;
  return (
    <>
      <CardTable
        label="合同"
        columns={contractColumns(archive.Contracts, can(SCREEN, 'edit') ? setEditing : null)}
        rows={archive.Contracts}
        rowKey={(row) => row.ContractCode}
      />
      {editing === null ? null : (
        <EditContractDialog
          contract={editing}
          onClose={() => {
            setEditing(null);
            void client.invalidateQueries({ queryKey: [THINGS, 'archive'] });
          }}
        />
      )}
    </>
  );
};

export const PeopleTab = ({ archive }: { readonly archive: Archive }): ReactElement =>
  archive.Users.length === 0 ? (
    <EmptyHint text="没有人员" />
  ) : (
    <CardTable
      label="人员"
      columns={[
        { key: 'UserName', head: '姓名', main: true, show: (row) => row.UserName },
        { key: 'projectRole', head: '职责', show: (row) => row.projectRole ?? '—' },
      ]}
      rows={archive.Users}
      rowKey={(row) => `${row.UserId} ${row.projectRole ?? ''}`}
    />
  );

const PAGE_SIZE = 20;

/** What became of the archive, newest first. */
export const ChangesTab = ({ project }: { readonly project: string }): ReactElement => {
  const [index, setIndex] = useState(1);
  const changes = useQuery({
    queryKey: [THINGS, 'archive', 'changes', project, index],
    queryFn: ({ signal }) =>
      callApi(projectChanges, { ProjectCode: project, PageIndex: index, PageSize: PAGE_SIZE }, { signal }),
    placeholderData: keepPreviousData,
  });
  if (changes.error) return <ErrorRetry error={changes.error} onRetry={() => void changes.refetch()} />;
  if (changes.data === undefined) return <SkeletonDelay />;
  const { rows, total } = changes.data;
  if (rows.length === 0) return <EmptyHint text="还没有变更" />;
  return (
    <>
      <ol className="archive-changes" aria-label="变更记录">
        {rows.map((row) => (
          <li key={row.Id}>
            <p>
              <time dateTime={row.At}>{formatDateTime(row.At)}</time>{' '}
              <strong>{row.By ?? `单据《${row.Action}》生效`}</strong>
              {row.By === null ? null : <span> {row.Action}</span>}
            </p>
            <ul>
              {row.Changes.map(({ Field, Before, After }) => (
                <li key={Field}>
                  {Field}：<span className="hint">{Before ?? '空'}</span> → {After ?? '空'}
                </li>
              ))}
            </ul>
            {row.Reason === '' ? null : <p className="hint">原因：{row.Reason}</p>}
          </li>
        ))}
      </ol>
      {total > PAGE_SIZE ? (
        <Pagination
          current={index}
          pageSize={PAGE_SIZE}
          total={total}
          showSizeChanger={false}
          showTotal={(all) => `共 ${all} 条`}
          onChange={setIndex}
        />
      ) : null}
    </>
  );
};
