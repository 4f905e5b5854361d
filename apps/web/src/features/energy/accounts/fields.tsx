import { Form, Input } from 'antd';
import type { ReactElement } from 'react';
import { ProjectPick } from '../../../engine/widgets/ProjectPick.tsx';
import { useProjectName } from '../../../lib/project-name.ts';

/** A project inside a form of antd. */
export const ProjectField = ({
  value,
  onChange,
}: {
  readonly value?: string | null;
  readonly onChange?: (code: string | undefined) => void;
}): ReactElement => {
  const code = value ?? undefined;
  const name = useProjectName(code === '' ? undefined : code);
  return <ProjectPick value={code} name={name} label="项目" onPick={(next) => onChange?.(next)} />;
};

/** The project of a new account; of one that is there it stays. */
export const ProjectItem = ({ fixed }: { readonly fixed: boolean }): ReactElement => (
  <Form.Item name="ProjectCode" label="项目" hidden={fixed} rules={[{ required: true, message: '请选择项目' }]}>
    <ProjectField />
  </Form.Item>
);

export const TextItem = ({
  name,
  label,
  needed = false,
  most = 100,
}: {
  readonly name: string;
  readonly label: string;
  readonly needed?: boolean;
  readonly most?: number;
}): ReactElement => (
  <Form.Item name={name} label={label} rules={[{ required: needed, message: `请填写${label}` }]}>
    <Input maxLength={most} />
  </Form.Item>
);
