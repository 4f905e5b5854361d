import {
  ENTRY_FILE_BYTES,
  entryArchive,
  entryFiles,
  entryMaterialSave,
  entryRemind,
  entryReopen,
  type ViewRow,
} from '@hengneng/contracts';
import { MODULES, shortCodeOf } from '@hengneng/core';
import { f, type FileValue } from '@hengneng/form-kit';
import { ENTRY_MATERIALS, entryMaterials } from '@hengneng/forms/views';
import { Button, DatePicker, Form, Input, Select, Switch } from 'antd';
import type { Dayjs } from 'dayjs';
import { type ReactElement, useState } from 'react';
import { FieldsDialog, wordsOf } from '../../engine/views/FieldsDialog.tsx';
import { ViewSection } from '../../engine/views/ViewSection.tsx';
import { callApi } from '../../lib/api.ts';
import { can } from '../../lib/permission.ts';
import { recordAddress } from '../../lib/routes.ts';
import { useWrite } from '../../lib/useWrite.ts';
import { AppModal } from '../../ui/AppModal.tsx';
import { showErrors } from '../../ui/form-errors.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { MoreFiles } from './MoreFiles.tsx';
import { PreviewDrawer } from './PreviewDrawer.tsx';

const SCREEN = shortCodeOf(entryMaterials.screen);
const { procedureId } = MODULES.userEntry;

interface Handed {
  readonly material: string;
  readonly files?: readonly FileValue[];
  readonly check: boolean;
  readonly validTo?: Dayjs | null;
  readonly proof?: readonly FileValue[];
}

interface DialogProps {
  readonly row: ViewRow;
  readonly onClose: () => void;
}

/** Hands a paper in, checks one, or both. */
const MaterialDialog = ({ row, onClose }: DialogProps): ReactElement => {
  const [form] = Form.useForm<Handed>();
  const save = useWrite(entryMaterialSave, {
    said: '已保存',
    onDone: onClose,
    renews: ['rows'],
    onError: (error) => showErrors(form, error),
  });
  const material = Form.useWatch('material', form);
  const check = Form.useWatch('check', form);
  const next =
    ENTRY_MATERIALS.find(({ key }) => row[key] === '未交') ?? ENTRY_MATERIALS.find(({ key }) => row[key] === '已交');
  return (
    <AppModal
      title={`${String(row['name'])}的入职材料`}
      okText="保存"
      confirmLoading={save.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form
        name="material-dialog"
        form={form}
        layout="vertical"
        initialValues={{
          material: next?.material,
          check: next !== undefined && row[next.key] === '已交',
          files: [],
          proof: [],
        }}
        onFinish={(values) =>
          save.mutate({
            BusinessId: row.id,
            material: values.material,
            check: values.check,
            files: [...(values.files ?? [])],
            proof: [...(values.proof ?? [])],
            ...(values.validTo ? { validTo: values.validTo.format('YYYY-MM-DD') } : {}),
          })
        }
      >
        <Form.Item name="material" label="材料" rules={[{ required: true, message: '请选择材料' }]}>
          <Select
            options={ENTRY_MATERIALS.map(({ key, material: value, label }) => ({
              value,
              label: typeof row[key] === 'string' ? `${label}（${row[key]}）` : label,
            }))}
          />
        </Form.Item>
        <Form.Item name="files" label="补交附件" extra="图片或 PDF">
          <MoreFiles procedureId={procedureId} mostBytes={ENTRY_FILE_BYTES} />
        </Form.Item>
        <Form.Item name="check" label="核验无误" valuePropName="checked" extra="由人事核对原件后打开">
          <Switch />
        </Form.Item>
        {check && material === '作业证书' ? (
          <>
            <Form.Item name="validTo" label="作业证书有效期至" required>
              <DatePicker style={{ width: '100%' }} />
            </Form.Item>
            <Form.Item name="proof" label="查询截图" required>
              <MoreFiles procedureId={procedureId} images mostBytes={ENTRY_FILE_BYTES} />
            </Form.Item>
          </>
        ) : null}
      </Form>
    </AppModal>
  );
};

const ArchiveDialog = ({ row, onClose }: DialogProps): ReactElement => {
  const [form] = Form.useForm<{ archiveNo: string }>();
  const archive = useWrite(entryArchive, {
    said: '已归档',
    onDone: onClose,
    renews: ['rows'],
    onError: (error) => showErrors(form, error),
  });
  return (
    <AppModal
      title={`归档${String(row['name'])}的入职材料`}
      width={420}
      okText="归档"
      confirmLoading={archive.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p className="note">必需材料全部核验后才能归档；归档后要修改须先重新打开。</p>
      <Form
        name="archive-dialog"
        form={form}
        layout="vertical"
        onFinish={({ archiveNo }) => archive.mutate({ BusinessId: row.id, archiveNo })}
      >
        <Form.Item name="archiveNo" label="归档号" rules={[{ required: true, message: '请填写归档号' }]}>
          <Input maxLength={50} />
        </Form.Item>
      </Form>
    </AppModal>
  );
};

const REOPEN = { reason: f.textarea('原因', { required: true, hint: '如证书换发、材料更正；写入审计，归档号可再用' }) };

/** Takes archived papers out again. */
const ReopenDialog = ({ row, onClose }: DialogProps): ReactElement => (
  <FieldsDialog
    title={`重新打开${String(row['name'])}的入职材料（归档号${String(row['archiveNo'])}）`}
    fields={REOPEN}
    saved="已重新打开，补交、核验后请再归档"
    okText="重新打开"
    save={(values, options) => callApi(entryReopen, { BusinessId: row.id, reason: wordsOf(values['reason']) }, options)}
    onClose={onClose}
  />
);

/** What those who joined have handed in, what was checked, what lies in the archive. */
const EntryMaterialsPage = (): ReactElement => {
  const [handing, setHanding] = useState<ViewRow | null>(null);
  const [archiving, setArchiving] = useState<ViewRow | null>(null);
  const [looked, setLooked] = useState<string | null>(null);
  const [reopening, setReopening] = useState<ViewRow | null>(null);
  const remind = useWrite(entryRemind, { said: '已提醒补交', renews: ['rows'] });
  const may = can(SCREEN, 'edit');
  return (
    <div className="list-page">
      <PageHeader title={entryMaterials.title} note={entryMaterials.purpose} />
      <ViewSection
        view={entryMaterials}
        empty="没有入职材料"
        address={(row) => recordAddress(procedureId, row.id)}
        tone={(row) => (Number(row['overdueDays'] ?? 0) > 0 ? 'bad' : row['state'] === '待补交' ? 'warn' : null)}
        actions={(row) => (
          <>
            <Button type="link" size="small" onClick={() => setLooked(row.id)}>
              预览
            </Button>
            {!may ? null : row['archiveNo'] != null ? (
              <Button type="link" size="small" onClick={() => setReopening(row)}>
                重新打开
              </Button>
            ) : (
              <>
                <Button type="link" size="small" onClick={() => setHanding(row)}>
                  补交与核验
                </Button>
                {row['state'] === '待补交' ? (
                  <Button type="link" size="small" onClick={() => remind.mutate({ BusinessId: row.id })}>
                    催补
                  </Button>
                ) : null}
                <Button type="link" size="small" onClick={() => setArchiving(row)}>
                  归档
                </Button>
              </>
            )}
          </>
        )}
      />
      {looked === null ? null : <PreviewDrawer contract={entryFiles} id={looked} onClose={() => setLooked(null)} />}
      {handing === null ? null : <MaterialDialog row={handing} onClose={() => setHanding(null)} />}
      {reopening === null ? null : <ReopenDialog row={reopening} onClose={() => setReopening(null)} />}
      {archiving === null ? null : <ArchiveDialog row={archiving} onClose={() => setArchiving(null)} />}
    </div>
  );
};

export default EntryMaterialsPage;
