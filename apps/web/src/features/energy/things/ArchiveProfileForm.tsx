import {
  additionAdd,
  additionEdit,
  PROFILE_KEYS,
  PROFILE_LABELS,
  type ProfileKey,
  type ProfileRow,
} from '@hengneng/contracts';
import { AutoComplete, Form, Input } from 'antd';
import { type ReactElement, type ReactNode, useState } from 'react';
import type { UploadedFile } from '../../../lib/api.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { FilesPick } from '../FilesPick.tsx';
import { ArchiveDrawer } from './ArchiveDrawer.tsx';
import { type Archive, changedOf } from './archive-fields.ts';
import { useArchiveForm } from './useArchiveForm.ts';

type Values = Readonly<Partial<Record<ProfileKey, string | UploadedFile[]>>>;

const valuesOf = (profile: ProfileRow | null): Values =>
  Object.fromEntries(
    PROFILE_KEYS.map((key) => {
      const value = profile?.[key] ?? null;
      if (key === 'cover' || key === 'photos') return [key, value ?? []];
      return [key, value === null ? '' : String(value)];
    }),
  );

/** Those that most buildings have; others are typed. */
const TERMINALS = ['风机盘管+新风', '全空气系统', '变风量系统', '地板辐射', '散热器', '多联机'].map((value) => ({
  value,
}));
const PROTOCOLS = ['BACnet/IP', 'BACnet MS/TP', 'Modbus TCP', 'Modbus RTU', 'OPC', 'LonWorks'].map((value) => ({
  value,
}));

const Item = ({ name, children }: { readonly name: ProfileKey; readonly children?: ReactNode }): ReactElement => (
  <Form.Item name={name} label={PROFILE_LABELS[name]}>
    {children ?? <Input maxLength={100} />}
  </Form.Item>
);
const Figure = ({ name }: { readonly name: ProfileKey }): ReactElement => (
  <Item name={name}>
    <Input inputMode="decimal" className="right" maxLength={16} />
  </Item>
);

/** 补充信息 of a project, in fields. */
export const ArchiveProfileForm = ({
  archive,
  onClose,
}: {
  readonly archive: Archive;
  readonly onClose: () => void;
}): ReactElement => {
  const { Profile: profile } = archive;
  const [form] = Form.useForm<Values>();
  const [before] = useState(() => valuesOf(profile));
  const { conflict, touch, close, about } = useArchiveForm(form, onClose);
  const add = useWrite(additionAdd, about);
  const edit = useWrite(additionEdit, about);
  const code = String(archive.Base['ProjectCode']);
  const submit = (values: Values) => {
    const changed = changedOf(values, before);
    if (Object.keys(changed).length === 0) return close();
    if (profile === null) add.mutate({ ProjectCode: code, ...changed } as Parameters<typeof add.mutate>[0]);
    else
      edit.mutate({ Id: profile.Id, FormVersion: profile.FormVersion, ...changed } as Parameters<
        typeof edit.mutate
      >[0]);
  };
  return (
    <ArchiveDrawer<Values>
      title={`${profile === null ? '完善' : '编辑'}补充信息 ${code}`}
      form={form}
      start={before}
      conflict={conflict}
      saving={add.isPending || edit.isPending}
      onTouch={touch}
      onSave={submit}
      onClose={close}
    >
      <Item name="envelope">
        <Input.TextArea maxLength={500} autoSize={{ minRows: 2 }} placeholder="外墙、外窗、屋面与遮阳" />
      </Item>
      <div className="things-pair">
        <Figure name="windowWallRatio" />
        <Item name="terminals">
          <AutoComplete options={TERMINALS} />
        </Item>
        <Figure name="coolSupply" />
        <Figure name="coolReturn" />
        <Figure name="heatSupply" />
        <Figure name="heatReturn" />
        <Figure name="beds" />
        <Figure name="guestRooms" />
        <Figure name="seats" />
        <Item name="openHours" />
        <Item name="controlMaker" />
        <Item name="controlProtocol">
          <AutoComplete options={PROTOCOLS} />
        </Item>
        <Figure name="savingTarget" />
        <Figure name="carbonTarget" />
      </div>
      <Item name="cover">
        <FilesPick label="上传封面" images />
      </Item>
      <Item name="photos">
        <FilesPick label="上传现场照片" images />
      </Item>
      <Item name="remark">
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2 }} />
      </Item>
    </ArchiveDrawer>
  );
};
