import type { DeptRow } from '@hengneng/contracts';
import type { DragEvent, ReactElement } from 'react';
import { Tag } from '../../../ui/StatusTag.tsx';

const TYPE = 'application/x-dept';

/** A line of the tree. One let go over another is to be moved or merged there; the buttons of the department do the same. */
export const DeptLine = ({
  dept,
  movable,
  onDropped,
}: {
  readonly dept: DeptRow;
  readonly movable: boolean;
  readonly onDropped: (deptId: string) => void;
}): ReactElement => {
  const over = (event: DragEvent<HTMLSpanElement>) => {
    if (movable && event.dataTransfer.types.includes(TYPE)) event.preventDefault();
  };
  return (
    <span
      className="tree-line"
      draggable={movable}
      onDragStart={(event) => {
        event.dataTransfer.setData(TYPE, dept.T_OutSideDeptId);
        event.dataTransfer.effectAllowed = 'move';
      }}
      onDragEnter={over}
      onDragOver={over}
      onDrop={(event) => {
        event.preventDefault();
        onDropped(event.dataTransfer.getData(TYPE));
      }}
    >
      <span>
        {dept.T_OutSideDeptName} {dept.state === 'disabled' ? <Tag>停用</Tag> : null}
      </span>
      <small>
        {dept.managerName ? `${dept.managerName} · ` : ''}
        {dept.users} 人 · {dept.projects} 项目
      </small>
    </span>
  );
};
