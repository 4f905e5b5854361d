import { perambulatePointCopy, type PointRow } from '@hengneng/contracts';
import { type ReactElement, useState } from 'react';
import { ReferencePicker } from '../../../engine/widgets/reference.tsx';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { POINTS } from './queries.ts';

/** Points of one project into others, with their check items. */
export const CopyDialog = ({
  points,
  onClose,
}: {
  readonly points: readonly Pick<PointRow, 'id' | 'code' | 'name'>[];
  readonly onClose: () => void;
}): ReactElement => {
  const [projects, setProjects] = useState<readonly string[]>([]);
  const [labels, setLabels] = useState<Readonly<Record<string, string>>>({});
  const copy = useWrite(perambulatePointCopy, {
    said: ({ count }) => `已复制${count}个点到${projects.length}个项目`,
    renews: [POINTS],
    onRenewed: onClose,
  });
  return (
    <AppModal
      title="复制到项目"
      okText="复制"
      confirmLoading={copy.isPending}
      okButtonProps={{ disabled: projects.length === 0 }}
      onOk={() => copy.mutate({ points: points.map((one) => one.id), projects: [...projects] })}
      onCancel={onClose}
    >
      <p>
        复制 {points.length} 个点：
        {points
          .slice(0, 5)
          .map((one) => `${one.code} ${one.name}`)
          .join('、')}
        {points.length > 5 ? '等' : ''}
        。放到目标项目的同名路线，没有时新建；编码已被占用的取下一个编号；设备与定位不复制。
      </p>
      <ReferencePicker
        entity="project"
        multiple
        value={[...projects]}
        labels={labels}
        placeholder="选择目标项目，可多选"
        aria={{ 'aria-label': '目标项目' }}
        onPick={(next, words) => {
          setLabels({ ...labels, ...words });
          setProjects(Array.isArray(next) ? next : []);
        }}
      />
    </AppModal>
  );
};
