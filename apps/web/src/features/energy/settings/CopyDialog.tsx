import { insertProjectSetUp, projectIndex } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input, Select } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { useSend, useWrite } from '../../../lib/useWrite.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { MomentField } from '../../../ui/moment/MomentField.tsx';
import { differences, type Operational, type OperationalVersion } from './operational.ts';

interface Target {
  readonly ProjectCode: string;
  readonly ProjectName: string;
  readonly Inherited: boolean;
  readonly Version: number;
  readonly Current: OperationalVersion;
}
interface Values {
  readonly Targets: string[];
  readonly EffectFrom: string;
  readonly Reason?: string;
}

/** Which fields of a project become others. */
const Overwritten = ({ of, set }: { readonly of: Target; readonly set: Operational }): ReactElement => {
  // Meters are a project's own: which are photographed is not copied.
  const changed = differences({ ...set.Current, PhotoMeters: of.Current.PhotoMeters }, of.Current, set);
  return (
    <li>
      <strong>{of.ProjectName}</strong>
      {of.Inherited ? '（现沿用公司默认）' : `（现为 ${of.Current.EffectFrom} 起的设置）`}
      {changed.length === 0 ? (
        '：没有不同'
      ) : (
        <ul>
          {changed.map(({ label, own, company }) => (
            <li key={label}>
              {label}：{company} → {own}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
};

/** 复制到其他项目: what will be overwritten is looked at before it is. */
export const CopyDialog = ({
  set,
  today,
  onClose,
}: {
  readonly set: Operational;
  readonly today: string;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Values>();
  const [seen, setSeen] = useState<readonly Target[] | null>(null);
  const [asking, setAsking] = useState(false);
  const send = useSend();
  const projects = useQuery({
    queryKey: ['projects', 'all'],
    queryFn: ({ signal }) => callApi(projectIndex, { PageSize: 500 }, { signal }),
    staleTime: 60_000,
  });
  const write = useWrite(insertProjectSetUp, {
    renews: ['operational', 'entrySheet'],
    said: `已复制到 ${seen?.length ?? 0} 个项目，相关日用量正在重算`,
    onRenewed: onClose,
    onError: (error) => showErrors(form, error),
  });
  const inputOf = ({ Targets, EffectFrom, Reason = '' }: Values) => ({
    ...set.Current,
    SetType: 'operational',
    ProjectCode: set.ProjectCode,
    Targets,
    EffectFrom,
    Reason,
  });
  const look = async (values: Values) => {
    setAsking(true);
    try {
      const answer = await send(insertProjectSetUp, { ...inputOf(values), Preview: true });
      setSeen((answer as { readonly Targets: readonly Target[] }).Targets);
    } catch (error) {
      setSeen(null);
      showErrors(form, error);
    } finally {
      setAsking(false);
    }
  };
  return (
    <AppModal
      title={`复制【${set.ProjectName}】的运行设置`}
      width={640}
      okText={seen === null ? '查看将覆盖的内容' : `确认覆盖 ${seen.length} 个项目`}
      confirmLoading={asking || write.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p className="hint">
        复制的是 {set.Current.EffectFrom}{' '}
        起已保存的设置；目标项目从生效日起改用它，此前的日子不变。必拍照表计各项目自己的，不复制。
      </p>
      <Form<Values>
        name="copy-setting"
        form={form}
        layout="vertical"
        initialValues={{ Targets: [], EffectFrom: today }}
        onValuesChange={(changed: Partial<Values>) => {
          // What was looked at is what will be written.
          if (changed.Reason === undefined) setSeen(null);
        }}
        onFinish={(values) =>
          seen === null
            ? void look(values)
            : write.mutate({
                ...inputOf(values),
                Versions: Object.fromEntries(seen.map(({ ProjectCode, Version }) => [ProjectCode, Version])),
              })
        }
      >
        <Form.Item name="Targets" label="目标项目" rules={[{ required: true, message: '请选择目标项目' }]}>
          <Select
            mode="multiple"
            allowClear
            maxTagCount="responsive"
            showSearch={{ optionFilterProp: 'label' }}
            loading={projects.isPending}
            options={(projects.data?.rows ?? [])
              .filter(({ ProjectCode }) => ProjectCode !== set.ProjectCode)
              .map(({ ProjectCode, ProjectName }) => ({ value: ProjectCode, label: ProjectName }))}
          />
        </Form.Item>
        <Form.Item name="EffectFrom" label="生效日" rules={[{ required: true, message: '请填写生效日' }]}>
          <MomentField />
        </Form.Item>
        <Form.Item name="Reason" label="原因">
          <Input maxLength={100} />
        </Form.Item>
      </Form>
      {seen === null ? null : (
        <section aria-label="将覆盖的内容">
          <ul className="set-overwritten">
            {seen.map((one) => (
              <Overwritten key={one.ProjectCode} of={one} set={set} />
            ))}
          </ul>
          <Button size="small" onClick={() => setSeen(null)}>
            重新选择
          </Button>
        </section>
      )}
    </AppModal>
  );
};
