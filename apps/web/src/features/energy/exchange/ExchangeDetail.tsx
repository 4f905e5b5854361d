import { expFile, projectDeviceReplace, type ReplaceRow } from '@hengneng/contracts';
import { Button, Input } from 'antd';
import { type ReactElement, type ReactNode, useState } from 'react';
import { ApiError, messageOf } from '../../../lib/api.ts';
import { openPdf } from '../../../lib/download.ts';
import { formatDateTime, formatDecimal } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { can } from '../../../lib/permission.ts';
import { useSession } from '../../../lib/session.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppDrawer } from '../../../ui/AppDrawer.tsx';
import { DrawerActions } from '../../../ui/FormDrawer.tsx';
import { AppModal } from '../../../ui/AppModal.tsx';
import { FileLink } from '../../../ui/files/FileItem.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { THINGS } from '../common.ts';
import { EXCHANGES } from './ExchangeForm.tsx';
import { UsageParts } from './UsageParts.tsx';

export const SCREEN = 'operationContent.handleRecord.deviceReplaceRecord';
export const TONES = { 待登记: 'neutral', 待核对: 'accent', 已生效: 'good', 已作废: 'warn' } as const;

const Pairs = ({
  title,
  pairs,
}: {
  readonly title: string;
  readonly pairs: readonly (readonly [string, ReactNode])[];
}): ReactElement => (
  <section className="exchange-part" aria-label={title}>
    <h3>{title}</h3>
    <dl className="pairs">
      {pairs.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  </section>
);

export const Papers = ({ files }: { readonly files: ReplaceRow['Photos'] }): ReactElement =>
  files.length === 0 ? (
    <>—</>
  ) : (
    <span className="exchange-files">
      {files.map((file) => (
        <FileLink key={file.URL} file={file} among={files} />
      ))}
    </span>
  );

/** Why it is void. */
const VoidDialog = ({
  row,
  onClose,
  onDone,
}: {
  readonly row: ReplaceRow;
  readonly onClose: () => void;
  readonly onDone: () => void;
}): ReactElement => {
  const [reason, setReason] = useState('');
  const write = useWrite(projectDeviceReplace, {
    said: '已作废',
    renews: [EXCHANGES, THINGS],
    renewsOnConflict: true,
    onRenewed: onDone,
  });
  return (
    <AppModal
      title={`作废 ${row.Serial}`}
      okText="作废"
      okButtonProps={{ danger: true, disabled: reason.trim() === '' }}
      confirmLoading={write.isPending}
      onOk={() =>
        write.mutate({ Action: 'void', ReplaceId: row.ReplaceId, Reason: reason, FormVersion: row.FormVersion })
      }
      onCancel={onClose}
    >
      <p>作废后旧表重新在用，换表产生的读数和倍率一并作废，相关日用量重算。</p>
      <Input.TextArea
        aria-label="作废原因"
        placeholder="作废原因"
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </AppModal>
  );
};

/** One record: what hung there, what came, what the gap was taken to be; agreed to or made void here. */
export const ExchangeDetail = ({
  row,
  onRegister,
  onClose,
}: {
  readonly row: ReplaceRow;
  readonly onRegister: () => void;
  readonly onClose: () => void;
}): ReactElement => {
  const [voiding, setVoiding] = useState(false);
  const roles = useSession((session) => session.user?.roles) ?? [];
  const confirm = useWrite(projectDeviceReplace, {
    said: '已核对生效，用量正在重算',
    renews: [EXCHANGES, THINGS],
    renewsOnConflict: true,
    onRenewed: onClose,
    onError: (error) => {
      notify.error(messageOf(error));
      // What is shown is no longer how it stands; the list behind is read anew.
      if (error instanceof ApiError && error.conflict) onClose();
    },
  });
  const decides = roles.includes('energyAnalyst') || roles.includes('admin');
  const hindered = row.Mine ? '登记人不能核对自己登记的更换' : decides ? '' : '由能源数据分析师核对生效';
  return (
    <AppDrawer
      width={860}
      title={`${row.Serial} ${row.DeviceName}`}
      onClose={onClose}
      footer={
        <DrawerActions>
          {row.State !== '已作废' && can(SCREEN, 'delete') ? (
            <Button danger onClick={() => setVoiding(true)}>
              作废
            </Button>
          ) : null}
          {row.State !== '待登记' && can(SCREEN, 'export') ? (
            <Button
              onClick={() =>
                void openPdf('POST', expFile.path, { Kind: 'deviceReplaceSheet', ReplaceId: row.ReplaceId })
              }
            >
              换表确认单
            </Button>
          ) : null}
          {row.State === '待登记' && can(SCREEN, 'add') ? (
            <Button type="primary" onClick={onRegister}>
              补全登记
            </Button>
          ) : null}
          {row.State === '待核对' && can(SCREEN, 'edit') ? (
            <Button
              type="primary"
              disabled={hindered !== ''}
              title={hindered}
              loading={confirm.isPending}
              onClick={() =>
                confirm.mutate({ Action: 'confirm', ReplaceId: row.ReplaceId, FormVersion: row.FormVersion })
              }
            >
              核对生效
            </Button>
          ) : null}
        </DrawerActions>
      }
    >
      <p>
        <Tag tone={TONES[row.State]}>{row.State}</Tag> {row.ProjectName} · {row.MeterType} · {row.Reason}
        {row.VoidReason === '' ? '' : ` · 作废原因：${row.VoidReason}`}
      </p>
      <div className="exchange-card">
        <Pairs
          title="旧表"
          pairs={[
            ['表号', row.OldMeterNo || '—'],
            ['止码', formatDecimal(row.OldEnd)],
            ['倍率', formatDecimal(row.OldRatio)],
            ['拆除时刻', formatDateTime(row.RemoveTime)],
          ]}
        />
        <Pairs
          title="空档"
          pairs={[
            ['时长', `${row.GapHours} h`],
            ['估算量', row.GapUsage === null ? '—' : `${formatDecimal(row.GapUsage)} ${row.Unit}`],
            ['方法', row.GapMethod ?? '—'],
            ['说明', row.GapReason || '—'],
          ]}
        />
        <Pairs
          title="新表"
          pairs={[
            ['表号', row.NewMeterNo || '—'],
            ['起码', formatDecimal(row.NewStart)],
            ['倍率', row.NewRatio === null ? '沿用旧表' : formatDecimal(row.NewRatio)],
            ['装用时刻', formatDateTime(row.InstallTime)],
          ]}
        />
      </div>
      {row.Usage === null ? null : <UsageParts usage={row.Usage} unit={row.Unit} />}
      <Pairs
        title="登记与凭证"
        pairs={[
          ['登记人', `${row.Creator}，${formatDateTime(row.CreatedAt)}`],
          ['核对人', row.Decider === null ? '—' : `${row.Decider}，${formatDateTime(row.DecidedAt)}`],
          ['施工人', row.Worker || '—'],
          ['照片', <Papers key="photos" files={row.Photos} />],
          ['检定证书', <Papers key="cert" files={row.Cert} />],
          ['客户见证', <Papers key="witness" files={row.Witness} />],
        ]}
      />
      {voiding ? <VoidDialog row={row} onClose={() => setVoiding(false)} onDone={onClose} /> : null}
    </AppDrawer>
  );
};
