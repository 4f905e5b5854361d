import {
  type InputOf,
  MERGE_ARREARS,
  ROOM_STATES,
  ROOM_USAGES,
  type RoomDetail,
  type RoomMerged,
  roomMerge,
  roomPage,
  type RoomRow,
} from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input, InputNumber, Radio, Select } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { formatDecimal } from '../../../lib/format.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppDrawer } from '../../../ui/AppDrawer.tsx';
import { DataTable } from '../../../ui/DataTable.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { MomentField } from '../../../ui/moment/MomentField.tsx';
import { BUILDINGS, filled, optionsOf, required, ROOMS, todayHere } from './shared.ts';

type Values = Record<string, unknown>;
interface Into {
  readonly code?: string;
}

const ARREARS_WORDS = { 结清: '须先结清', 承接: '由承接房间接手' } as const;

/** The first day of the month after this one: what is billed by the month is billed until then. */
const nextMonth = (): string => {
  const [year = 0, month = 1] = todayHere().split('-').map(Number);
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
};

/** Areas have four places; whole parts of them add up exactly. */
const together = (values: readonly (string | null)[]): string =>
  values.some((value) => value === null)
    ? ''
    : String(values.reduce((sum, value) => sum + Math.round(Number(value) * 10_000), 0) / 10_000);

const freshOf = (room: RoomDetail) => ({
  code: '',
  floor: room.floor ?? undefined,
  layout: room.layout,
  usage: room.usage,
  state: room.state,
  buildArea: '',
  innerArea: '',
  energyArea: '',
  areaNote: '',
});

const Look = ({ of }: { readonly of: RoomMerged }): ReactElement => (
  <section role="status">
    <p className="note">
      {of.kind}：{of.ended.join('、')} 自 {of.day} 止，新房间自该日起；业主 {of.people.join('、') || '—'} 不变。
      {of.bills === 0 ? '没有未缴账单' : `未缴账单 ${of.bills} 张`}
      {of.bills === 0 ? '' : `${of.owed === null ? '' : `（${formatDecimal(of.owed, 2)} 元）`}转到承接房间`}
      {of.prepaid === '0.00'
        ? ''
        : `；预存${of.prepaid === null ? '' : ` ${formatDecimal(of.prepaid, 2)} 元`}转到承接房间`}
      {of.deposit === null || of.deposit === '0.00' ? '' : `；押金 ${formatDecimal(of.deposit, 2)} 元转到承接房间`}
      。生效日前还没出的账单仍出在原房间；阶梯的累计用量在新房间从零计。
    </p>
    <DataTable
      label="新房间"
      columns={[
        { key: 'fullCode', head: '房号', show: (row) => `${row.fullCode}${row.heir ? '（承接）' : ''}` },
        { key: 'buildArea', head: '建筑面积', unit: 'm²', number: true },
        { key: 'energyArea', head: '供能面积', unit: 'm²', number: true },
        {
          key: 'fees',
          head: '收费项',
          show: (row) =>
            row.fees
              .map(({ fee, quantity, meter }) =>
                [fee, quantity === null ? '' : ` × ${quantity}`, meter === null ? '' : `（表 ${meter}）`].join(''),
              )
              .join('、') || '—',
        },
      ]}
      rows={of.rooms}
      rowKey={(row) => row.fullCode}
    />
  </section>
);

const IntoFields = ({ room, several }: { readonly room: RoomDetail; readonly several: boolean }): ReactElement => (
  <Form.List name="into">
    {(fields, { add, remove }, { errors }) => (
      <>
        {fields.map(({ key, name }) => (
          <fieldset key={key} className="surface registry-person">
            <legend>新房间{several ? ` ${name + 1}` : ''}</legend>
            <div className="registry-two">
              <Form.Item name={[name, 'code']} label="房号" rules={required('请填写房号')}>
                <Input maxLength={20} />
              </Form.Item>
              <Form.Item name={[name, 'floor']} label="楼层">
                <InputNumber<number> min={-10} max={200} precision={0} />
              </Form.Item>
              <Form.Item name={[name, 'buildArea']} label="建筑面积（m²）" rules={required('请填写建筑面积')}>
                <Input maxLength={12} inputMode="decimal" />
              </Form.Item>
              <Form.Item name={[name, 'innerArea']} label="套内面积（m²）">
                <Input maxLength={12} inputMode="decimal" />
              </Form.Item>
              <Form.Item name={[name, 'energyArea']} label="供能面积（m²）" rules={required('请填写供能面积')}>
                <Input maxLength={12} inputMode="decimal" />
              </Form.Item>
              <Form.Item name={[name, 'areaNote']} label="面积说明">
                <Input maxLength={200} />
              </Form.Item>
              <Form.Item name={[name, 'layout']} label="户型">
                <Input maxLength={20} />
              </Form.Item>
              <Form.Item name={[name, 'usage']} label="用途">
                <Select options={optionsOf(ROOM_USAGES)} />
              </Form.Item>
              <Form.Item name={[name, 'state']} label="房态">
                <Select options={optionsOf(ROOM_STATES)} />
              </Form.Item>
            </div>
            {several && fields.length > 2 ? (
              <Button type="link" danger onClick={() => remove(name)}>
                去掉这间
              </Button>
            ) : null}
          </fieldset>
        ))}
        <Form.ErrorList errors={errors} />
        {several && fields.length < 10 ? <Button onClick={() => add(freshOf(room))}>增加一间</Button> : null}
      </>
    )}
  </Form.List>
);

/** 拆分合并: a room into several, or with others of its unit into one. Looked at first, then done. */
export const MergeForm = ({
  room,
  onClose,
}: {
  readonly room: RoomDetail;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Values>();
  const [looked, setLooked] = useState<RoomMerged | null>(null);
  const [chosen, setChosen] = useState<readonly RoomRow[]>([]);
  const into = Form.useWatch<readonly Into[] | undefined>('into', form) ?? [];
  const asked = {
    community: room.communityId,
    building: room.buildingId,
    unit: room.unitId ?? '',
    PageSize: 500,
  };
  const neighbours = useQuery({
    queryKey: [ROOMS, 'neighbours', asked],
    queryFn: ({ signal }) => callApi(roomPage, asked, { signal }),
  });
  const others = (neighbours.data?.rows ?? []).filter(({ id, endedOn }) => id !== room.id && endedOn === null);
  const split = chosen.length === 0;
  const pick = (ids: readonly string[]) => {
    const rows = others.filter(({ id }) => ids.includes(id));
    const all = [room, ...rows];
    setChosen(rows);
    form.setFieldValue(
      'into',
      rows.length === 0
        ? [freshOf(room), freshOf(room)]
        : [
            {
              ...freshOf(room),
              buildArea: together(all.map(({ buildArea }) => buildArea)),
              innerArea: together(all.map(({ innerArea }) => innerArea)),
              energyArea: together(all.map(({ energyArea }) => energyArea)),
            },
          ],
    );
    form.setFieldValue('heir', 0);
  };
  const onError = (error: unknown) => showErrors(form, error);
  const look = useWrite(roomMerge, { onDone: setLooked, onError });
  const save = useWrite(roomMerge, {
    said: ({ kind, rooms }) => `${kind}完成：${rooms.map(({ fullCode }) => fullCode).join('、')}`,
    renews: [BUILDINGS, ROOMS],
    onRenewed: onClose,
    onError,
  });
  const input = (preview: boolean): InputOf<typeof roomMerge> => {
    const values = form.getFieldsValue(true) as Values;
    return {
      ...filled(values),
      rooms: [room, ...chosen].map(({ id, version }) => ({ id, version })),
      into: (values['into'] as readonly Values[]).map((one) => filled(one)),
      preview,
    } as InputOf<typeof roomMerge>;
  };
  return (
    <AppDrawer title={`${room.fullCode} 拆分合并`} width={760} onClose={onClose}>
      <p className="note">
        新房间的面积合计应与原来一致；生效日不能早于已出账到的日期。业主不同的先办过户，停用中的先恢复。
      </p>
      <Form<Values>
        name="merge"
        form={form}
        layout="vertical"
        initialValues={{
          rooms: [],
          day: nextMonth(),
          arrears: '承接',
          heir: 0,
          reason: '',
          into: [freshOf(room), freshOf(room)],
        }}
        onValuesChange={() => setLooked(null)}
        onFinish={() => {
          // What the server said of the last look is not said of this one.
          form.setFields(
            form.getFieldsError().flatMap(({ name, errors }) => (errors.length === 0 ? [] : [{ name, errors: [] }])),
          );
          look.mutate(input(true));
        }}
      >
        <Form.Item name="rooms" label="与哪些房间合并" extra="空为把本房间拆成多间；只列同一单元的房间">
          <Select<string[]>
            mode="multiple"
            maxCount={9}
            loading={neighbours.isPending}
            showSearch={{ optionFilterProp: 'label' }}
            options={others.map(({ id, fullCode, owner }) => ({ value: id, label: `${fullCode} ${owner}` }))}
            onChange={pick}
          />
        </Form.Item>
        <div className="registry-two">
          <Form.Item name="day" label="生效日" rules={required('请选择生效日')}>
            <MomentField />
          </Form.Item>
          <Form.Item name="reason" label="原因" rules={required('请填写原因')}>
            <Input maxLength={200} />
          </Form.Item>
        </div>
        <IntoFields room={room} several={split} />
        <Form.Item name="arrears" label="欠费处理" rules={required('请选择欠费处理')}>
          <Radio.Group options={MERGE_ARREARS.map((value) => ({ value, label: ARREARS_WORDS[value] }))} />
        </Form.Item>
        <Form.Item
          name="heir"
          label="承接房间"
          hidden={!split}
          extra="接手欠费、预存、表计与固定数量的收费项"
          rules={[{ required: split, message: '请选择承接房间' }]}
        >
          <Select options={into.map(({ code }, at) => ({ value: at, label: code ? code : `新房间 ${at + 1}` }))} />
        </Form.Item>
        {looked === null ? null : <Look of={looked} />}
        <p className="action-row">
          <Button htmlType="submit" loading={look.isPending}>
            预览
          </Button>
          <Button
            type="primary"
            disabled={looked === null}
            title={looked === null ? '请先预览' : undefined}
            loading={save.isPending}
            onClick={() => save.mutate(input(false))}
          >
            {split ? '拆分' : '合并'}
          </Button>
        </p>
      </Form>
    </AppDrawer>
  );
};
