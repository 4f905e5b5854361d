import { Alert, Button, Form, type FormInstance } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import { AppDrawer } from '../../../ui/AppDrawer.tsx';

/** A form of the archive in a drawer; what was typed goes only by its own button. */
export const ArchiveDrawer = <V extends object>({
  title,
  form,
  start,
  conflict,
  saving,
  onTouch,
  onSave,
  onClose,
  children,
}: {
  readonly title: string;
  readonly form: FormInstance<V>;
  readonly start: V;
  readonly conflict: string | null;
  readonly saving: boolean;
  readonly onTouch: () => void;
  readonly onSave: (values: V) => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}): ReactElement => (
  <AppDrawer
    width={720}
    title={title}
    mask={{ closable: false }}
    onClose={onClose}
    footer={
      <div className="drawer-actions">
        <Button onClick={onClose}>取消</Button>
        <Button type="primary" loading={saving} onClick={() => form.submit()}>
          保存
        </Button>
      </div>
    }
  >
    {conflict === null ? null : (
      <Alert
        type="warning"
        showIcon
        className="archive-conflict"
        title={conflict}
        description="您填的内容还在；再次保存只写入您改过的字段。"
      />
    )}
    <Form<V>
      name="project-archive"
      form={form}
      layout="vertical"
      initialValues={start}
      onValuesChange={onTouch}
      onFinish={(values) => onSave(values)}
    >
      {children}
    </Form>
  </AppDrawer>
);
