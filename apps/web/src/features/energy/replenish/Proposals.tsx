/** 待同意的补录: of locked days; an analyst agrees or sends back, never who proposed. */
import { entryFill, type FillProposal } from '@hengneng/contracts';
import { Button, Input } from 'antd';
import { type ReactElement, useState } from 'react';
import { formatDateTime } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { type DataColumn, DataTable } from '../../../ui/DataTable.tsx';
import { FileLink } from '../../../ui/files/FileItem.tsx';

type Row = FillProposal['Rows'][number];

const One = ({ of, project }: { readonly of: FillProposal; readonly project: string }): ReactElement => {
  const roles = useSession((state) => state.user?.roles) ?? [];
  const [why, setWhy] = useState('');
  const write = useWrite(entryFill, {
    renews: ['entryGaps', 'entryProgress', 'entrySheet', 'entryData', 'entryHistory'],
    said: ({ State, Saved }) => (State === '已退回' ? '已退回' : `已同意，补录${Saved}条`),
  });
  const decide = (Action: 'agree' | 'refuse') =>
    write.mutate({
      ProjectCode: project,
      DeviceId: of.DeviceId,
      Register: of.Register,
      Method: of.Method,
      ProposalId: of.ProposalId,
      Action,
      Reason: why.trim(),
    });
  const columns: readonly DataColumn<Row>[] = [
    { key: 'Date', head: '日期' },
    { key: 'Reading', head: '读数', number: true },
    { key: 'Usage', head: '日用量', unit: of.Unit, number: true },
  ];
  return (
    <li className="edit-waiting">
      <p>
        {of.By} {formatDateTime(of.At)} 提出：{of.DeviceName} {of.RegisterName} {of.From} 至 {of.To}，
        {of.Method === '实抄' ? '实抄补录' : `估算（${of.Method}）`}，{of.Reason}
      </p>
      <DataTable label={`${of.DeviceName}待同意的补录`} columns={columns} rows={of.Rows} rowKey={(row) => row.Date} />
      {of.Photos.length === 0 ? null : (
        <div className="fill-files">
          {of.Photos.map((file) => (
            <FileLink key={file.URL} file={file} among={of.Photos} />
          ))}
        </div>
      )}
      {of.Mine || !roles.includes('energyAnalyst') ? (
        <p className="edit-soft">由能源数据分析师同意，提出人不能自己同意</p>
      ) : (
        <div className="fill-files">
          <Input
            className="fill-why"
            aria-label="退回原因"
            placeholder="退回时填写原因"
            maxLength={200}
            value={why}
            onChange={(event) => setWhy(event.target.value)}
          />
          <Button type="primary" loading={write.isPending} onClick={() => decide('agree')}>
            同意
          </Button>
          <Button disabled={why.trim() === ''} loading={write.isPending} onClick={() => decide('refuse')}>
            退回
          </Button>
        </div>
      )}
    </li>
  );
};

export const Proposals = ({
  proposals,
  project,
}: {
  readonly proposals: readonly FillProposal[];
  readonly project: string;
}): ReactElement | null =>
  proposals.length === 0 ? null : (
    <section className="surface fill-proposals" aria-label="待同意的补录">
      <h2>待同意的补录（{proposals.length}）</h2>
      <ul>
        {proposals.map((of) => (
          <One key={of.ProposalId} of={of} project={project} />
        ))}
      </ul>
    </section>
  );
