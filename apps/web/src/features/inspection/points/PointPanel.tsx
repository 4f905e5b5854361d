import ArrowLeftOutlined from '@ant-design/icons/es/icons/ArrowLeftOutlined';
import { Button, Descriptions, Tabs } from 'antd';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { useQuestions } from '../../../ui/confirm.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { can, canOpen } from '../../../lib/permission.ts';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { POINT_SET } from './common.ts';
import { CopyDialog } from './CopyDialog.tsx';
import { ItemsTable } from './ItemsTable.tsx';
import { LabelsDialog } from './LabelsDialog.tsx';
import { PointForm } from './PointForm.tsx';
import { usePoint } from './queries.ts';
import { usePointActions } from './usePointActions.ts';

const INSPECTION_LIST = 'formFlow.inspectionSystem.projectInspectionCheck.projectInspectionCheckList';

/** One point: its place, its check items by versions, what was found there last, and what can be done with it. */
export const PointPanel = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }): ReactElement => {
  const modal = useQuestions();
  const [dialog, setDialog] = useState<'copy' | 'labels' | null>(null);
  const { data: point, error, refetch } = usePoint(id);
  const { state } = usePointActions(onClose);
  if (error) return <ErrorRetry error={error} onRetry={() => void refetch()} />;
  if (!point) return <SkeletonDelay rows={10} />;
  const off = point.state === '停用';
  const editable = can(POINT_SET, 'edit');
  const ask = async (to: '停用' | '删除') => {
    const sure = await modal.confirm({
      title: `${to}巡检点`,
      content:
        to === '停用'
          ? `停用后「${point.code} ${point.name}」不再出现在巡检路线里，已有记录不变。`
          : `确定删除「${point.code} ${point.name}」吗？`,
      okText: to,
      cancelText: '取消',
    });
    if (sure) state.mutate({ ids: [id], to });
  };
  return (
    <>
      <header className="panel-head">
        <h2>
          <Button type="text" icon={<ArrowLeftOutlined />} aria-label="返回列表" onClick={onClose} />
          {point.code} {point.name}
          <small>{point.projectName}</small>
          <Tag tone={point.kind === '公司巡检' ? 'accent' : 'neutral'}>{point.kind}</Tag>
          {off ? <Tag tone="warn">停用</Tag> : null}
        </h2>
        <div className="action-row">
          {can(POINT_SET, 'download') ? <Button onClick={() => setDialog('labels')}>打印二维码</Button> : null}
          {can(POINT_SET, 'associatedProject') ? <Button onClick={() => setDialog('copy')}>复制到项目</Button> : null}
          {off && editable ? (
            <Button loading={state.isPending} onClick={() => state.mutate({ ids: [id], to: '启用' })}>
              启用
            </Button>
          ) : null}
          {!off && can(POINT_SET, 'delete') ? (
            <Button danger loading={state.isPending} onClick={() => void ask('停用')}>
              停用
            </Button>
          ) : null}
          {can(POINT_SET, 'delete') && point.records === 0 ? (
            <Button danger loading={state.isPending} onClick={() => void ask('删除')}>
              删除
            </Button>
          ) : null}
        </div>
      </header>
      <Descriptions
        size="small"
        column={{ xs: 1, sm: 2, xl: 4 }}
        items={[
          { key: 'version', label: '标准版本', children: `第 ${point.version} 版` },
          {
            key: 'label',
            label: '二维码',
            children:
              point.qrVersion === 0 ? '还没打印过' : `第 ${point.qrVersion} 版，${formatDateTime(point.qrIssuedAt)}`,
          },
          {
            key: 'last',
            label: '末次巡检',
            children: point.lastInspectedAt
              ? `${formatDateTime(point.lastInspectedAt)} ${point.lastResult ?? ''}`
              : '—',
          },
          {
            key: 'records',
            label: '巡检记录',
            children:
              point.records > 0 && canOpen(INSPECTION_LIST) ? (
                <Link to={`/${INSPECTION_LIST.replaceAll('.', '/')}?project=${point.project}`}>{point.records} 条</Link>
              ) : (
                `${point.records} 条`
              ),
          },
        ]}
      />
      <Tabs
        items={[
          {
            key: 'set',
            label: editable ? '设置' : '检查项',
            children: editable ? (
              <PointForm
                key={`${point.id} ${point.FormVersion}`}
                project={point.project}
                kind={point.kind}
                point={point}
                onSaved={() => undefined}
              />
            ) : (
              <ItemsTable items={point.items} />
            ),
          },
          {
            key: 'versions',
            label: `标准版本 ${point.versions.length}`,
            children:
              point.versions.length === 0 ? (
                <EmptyHint text="没有标准版本" />
              ) : (
                <ol className="point-versions">
                  {point.versions.map((of, at) => (
                    <li key={of.version}>
                      <h3>
                        第 {of.version} 版 {at === 0 ? <Tag tone="good">现行</Tag> : null}
                        <small>
                          {formatDateTime(of.from)} 起{of.by ? `，${of.by} 制定` : ''}
                        </small>
                      </h3>
                      <ItemsTable items={of.items} />
                    </li>
                  ))}
                </ol>
              ),
          },
        ]}
      />
      {dialog === 'copy' ? <CopyDialog points={[point]} onClose={() => setDialog(null)} /> : null}
      {dialog === 'labels' ? <LabelsDialog points={[point]} onClose={() => setDialog(null)} /> : null}
    </>
  );
};
