import { perambulateRecordUrge } from '@hengneng/contracts';
import { MODULES, procedureRoute } from '@hengneng/core';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { formatDateTime } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { can } from '../../../lib/permission.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { Tag } from '../../../ui/StatusTag.tsx';
import type { DataColumn } from '../../../ui/DataTable.tsx';
import { PagedTable } from './Parts.tsx';
import type { Ask } from './useAnalysis.ts';

const ANALYSIS = 'formFlow.inspectionSystem.inspectionAnalysis';
const PROCEDURE = MODULES.projectInspectionCheck.procedureId;

const Urge = ({ id }: { readonly id: string }): ReactElement => {
  const urge = useWrite(perambulateRecordUrge, {
    onDone: ({ urged }) => {
      if (urged > 0) notify.success('已提醒责任人和项目经理');
      else notify.error('这个问题今天已经催过了');
    },
  });
  return (
    <Button size="small" loading={urge.isPending} onClick={() => urge.mutate({ ids: [id] })}>
      催整改
    </Button>
  );
};

/** What was found wrong, and what became of it. */
export const Problems = ({ ask }: { readonly ask: Ask }): ReactElement => {
  const columns: readonly DataColumn[] = [
    { key: 'at', head: '发现时间', show: (row) => formatDateTime(row['at']) },
    { key: 'projectName', head: '项目' },
    { key: 'pointName', head: '点位' },
    { key: 'item', head: '检查项' },
    { key: 'problem', head: '问题' },
    { key: 'measured', head: '实测' },
    { key: 'standard', head: '标准' },
    {
      key: 'severity',
      head: '严重程度',
      show: (row) =>
        row['severity'] ? (
          <Tag tone={row['severity'] === '严重' ? 'bad' : row['severity'] === '较重' ? 'warn' : 'neutral'}>
            {row['severity']}
          </Tag>
        ) : null,
    },
    { key: 'deduct', head: '扣分', unit: '分', number: true },
    {
      key: 'state',
      head: '状态',
      show: (row) => (
        <Tag tone={row['state'] === '已闭环' ? 'good' : row['state'] === '逾期' ? 'bad' : 'accent'}>
          {row['state'] ?? ''}
        </Tag>
      ),
    },
    { key: 'owner', head: '责任人' },
    { key: 'due', head: '整改期限' },
    { key: 'closed', head: '整改时间', show: (row) => (row['closed'] ? formatDateTime(row['closed']) : null) },
    { key: 'late', head: '逾期', unit: '天', number: true },
    { key: 'recheck', head: '复查结果' },
    {
      key: 'photos',
      head: '照片',
      unit: '张',
      number: true,
      hint: '同一张照片用在别的点位或巡检里，标疑似代扫',
      show: (row) => (
        <>
          {row['photos']}
          {row['doubt'] ? <Tag tone="bad">{row['doubt']}</Tag> : null}
        </>
      ),
    },
    { key: 'inspector', head: '巡检人' },
    {
      key: 'source',
      head: '操作',
      show: (row) => {
        const path = row['source'] ? procedureRoute(PROCEDURE, row['source']) : undefined;
        return (
          <span className="analysis-do">
            {path ? <Link to={path}>{row['sourceNo']}</Link> : row['sourceNo']}
            {row['state'] !== '已闭环' && can(ANALYSIS, 'edit') ? <Urge id={row['id'] ?? ''} /> : null}
          </span>
        );
      },
    },
  ];
  return (
    <PagedTable
      label="问题"
      view="problem"
      ask={ask}
      columns={columns}
      empty="所选期间没有发现问题"
      rowKey={(row) => row['id'] ?? ''}
    />
  );
};
