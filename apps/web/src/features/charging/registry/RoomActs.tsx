import {
  BUILDING_KINDS,
  buildingDelete,
  buildingSave,
  type BuildingNode,
  feeList,
  type InputOf,
  ROOM_USAGES,
  type RoomDetail,
  roomPage,
  roomSave,
  roomSaveFee,
  roomTransfer,
  TRANSFER_ARREARS,
  TRANSFER_PREPAID,
  unitDelete,
  unitSave,
} from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input, InputNumber, Radio, Select } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { formatDecimal } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { can } from '../../../lib/permission.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppDrawer } from '../../../ui/AppDrawer.tsx';
import { AppModal } from '../../../ui/AppModal.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { MomentField } from '../../../ui/moment/MomentField.tsx';
import { PlaceFields } from './RoomForm.tsx';
import {
  BUILDINGS,
  FEE_OPTIONS,
  filled,
  LAST_DAY,
  optionsOf,
  required,
  ROOM_SCREEN,
  ROOMS,
  todayHere,
} from './shared.ts';

type Values = Record<string, unknown>;
const RENEWS = [ROOMS, BUILDINGS] as const;

/** Rooms of some floors at once: looked at first, then made. */
export const BatchForm = ({
  tree,
  building,
  unit,
  onClose,
}: {
  readonly tree: readonly BuildingNode[];
  readonly building: string | undefined;
  readonly unit: string | undefined;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Values>();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const onError = (error: unknown) => showErrors(form, error);
  const look = useWrite(roomSave, { onDone: (answer) => setCodes(answer.codes), onError });
  const make = useWrite(roomSave, {
    said: (answer) => `已生成${answer.codes.length}间`,
    renews: RENEWS,
    onRenewed: onClose,
    onError,
  });
  const input = (preview: boolean) =>
    ({ action: 'batch', ...filled(form.getFieldsValue(true) as Values), preview }) as InputOf<typeof roomSave>;
  return (
    <AppDrawer title="批量生成房间" width={640} onClose={onClose}>
      <Form<Values>
        name="batch-form"
        form={form}
        layout="vertical"
        initialValues={{
          buildingId: building,
          unitId: unit,
          usage: '居民',
          layout: '',
          areaNote: '',
          deliverDate: todayHere(),
        }}
        onValuesChange={() => setCodes(null)}
        onFinish={() => look.mutate(input(true))}
      >
        <PlaceFields tree={tree} />
        <div className="registry-two">
          <Form.Item name="floorFrom" label="起始层" rules={required('请填写起始层')}>
            <InputNumber<number> min={-10} max={200} precision={0} />
          </Form.Item>
          <Form.Item name="floorTo" label="截止层" rules={required('请填写截止层')}>
            <InputNumber<number> min={-10} max={200} precision={0} />
          </Form.Item>
          <Form.Item
            name="doors"
            label="每层户号"
            extra="如 01,02,03 或 1-6；房号为层号加户号"
            rules={required('请填写每层户号')}
          >
            <Input maxLength={200} />
          </Form.Item>
          <Form.Item name="layout" label="户型">
            <Input maxLength={20} />
          </Form.Item>
          <Form.Item name="buildArea" label="建筑面积（m²）" rules={required('请填写建筑面积')}>
            <Input maxLength={12} inputMode="decimal" />
          </Form.Item>
          <Form.Item name="energyArea" label="供能面积（m²）" rules={required('请填写供能面积')}>
            <Input maxLength={12} inputMode="decimal" />
          </Form.Item>
          <Form.Item name="areaNote" label="面积说明">
            <Input maxLength={200} />
          </Form.Item>
          <Form.Item name="usage" label="用途">
            <Select options={optionsOf(ROOM_USAGES)} />
          </Form.Item>
          <Form.Item name="deliverDate" label="交付日期" extra="面积自该日起" rules={required('请填写交付日期')}>
            <MomentField />
          </Form.Item>
        </div>
        {codes === null ? null : (
          <p className="registry-codes" role="status">
            将生成 {codes.length} 间：{codes.join('、')}
          </p>
        )}
        <Button htmlType="submit" loading={look.isPending}>
          预览
        </Button>{' '}
        <Button
          type="primary"
          disabled={codes === null}
          title={codes === null ? '请先预览' : undefined}
          loading={make.isPending}
          onClick={() => make.mutate(input(false))}
        >
          生成
        </Button>
      </Form>
    </AppDrawer>
  );
};

/** What rooms are charged from a day on: of one room, a building, or a layout. */
export const FeeForm = ({
  community,
  tree,
  building,
  room,
  onClose,
}: {
  readonly community: string;
  readonly tree: readonly BuildingNode[];
  readonly building?: string | undefined;
  /** Of one room only. */
  readonly room?: RoomDetail;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Values>();
  const fees = useQuery({
    queryKey: [FEE_OPTIONS, community],
    queryFn: ({ signal }) => callApi(feeList, { communityId: community }, { signal }),
  });
  const feeId = Form.useWatch<string | undefined>('feeId', form);
  const fee = fees.data?.find(({ id }) => id === feeId);
  const save = useWrite(roomSaveFee, {
    said: ({ rooms }) => `已为${rooms}间房设收费项，下次出账起计`,
    renews: [ROOMS],
    onRenewed: onClose,
    onError: (error) => showErrors(form, error),
  });
  return (
    <AppModal
      title={room === undefined ? '批量设收费项' : `${room.fullCode} 设收费项`}
      confirmLoading={save.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Values>
        name="registry-room-acts-fee-form"
        form={form}
        layout="vertical"
        initialValues={{ building, layout: '', from: todayHere(), discount: '100' }}
        onFinish={(values) =>
          save.mutate({
            action: 'set',
            communityId: community,
            rooms: room === undefined ? [] : [room.id],
            ...filled(values),
          } as InputOf<typeof roomSaveFee>)
        }
      >
        {room === undefined ? (
          <div className="registry-two">
            <Form.Item name="building" label="楼栋" extra="楼栋、户型至少选一项">
              <Select allowClear options={tree.map(({ id, name }) => ({ value: id, label: name }))} />
            </Form.Item>
            <Form.Item name="layout" label="户型">
              <Input maxLength={20} placeholder="与档案一致，如 三室两厅" />
            </Form.Item>
          </div>
        ) : null}
        <Form.Item name="feeId" label="费项" rules={required('请选择费项')}>
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            loading={fees.isPending}
            options={(fees.data ?? []).map(({ id, name, price, unit, cycle }) => ({
              value: id,
              label: `${name}（${cycle}${price === null ? '' : `，${formatDecimal(price)} 元/${unit}`}）`,
            }))}
          />
        </Form.Item>
        <div className="registry-two">
          <Form.Item name="from" label="起" rules={required('请填写起日')}>
            <MomentField />
          </Form.Item>
          <Form.Item name="to" {...LAST_DAY}>
            <MomentField />
          </Form.Item>
          <Form.Item name="contractPrice" label="合同价（元）" extra="填写后不按费项单价">
            <Input maxLength={14} inputMode="decimal" />
          </Form.Item>
          <Form.Item name="discount" label="折扣（%）" rules={required('请填写折扣')}>
            <Input maxLength={6} inputMode="decimal" />
          </Form.Item>
          {fee?.wantsQuantity ? (
            <Form.Item name="quantity" label="数量或系数">
              <Input maxLength={12} inputMode="decimal" />
            </Form.Item>
          ) : null}
        </div>
      </Form>
    </AppModal>
  );
};

/** The day from which a room is not charged a fee any more. */
export const EndFee = ({
  room,
  fee,
  onClose,
}: {
  readonly room: RoomDetail;
  readonly fee: RoomDetail['feeList'][number];
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<{ to: string }>();
  const save = useWrite(roomSaveFee, {
    said: '已记录止日',
    renews: [ROOMS],
    onRenewed: onClose,
    onError: (error) => showErrors(form, error),
  });
  return (
    <AppModal
      title={`${room.fullCode} 停收${fee.fee}`}
      confirmLoading={save.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form
        name="end-fee"
        form={form}
        layout="vertical"
        initialValues={{ to: todayHere() }}
        onFinish={({ to }) => save.mutate({ action: 'end', communityId: room.communityId, id: fee.id, to })}
      >
        <Form.Item name="to" {...LAST_DAY} extra="不能早于已出账到的日期" rules={required('请填写止日')}>
          <MomentField />
        </Form.Item>
      </Form>
    </AppModal>
  );
};

/** 过户. */
export const TransferForm = ({
  room,
  onClose,
}: {
  readonly room: RoomDetail;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Values>();
  const prepaid = Form.useWatch<string | undefined>('prepaid', form);
  const owner = room.people.find(({ role, to }) => role === '业主' && to === null);
  const others = useQuery({
    queryKey: [ROOMS, 'of', room.communityId, owner?.name],
    queryFn: ({ signal }) =>
      callApi(roomPage, { community: room.communityId, Keyword: owner?.name ?? '', PageSize: 50 }, { signal }),
    enabled: prepaid === '随人' && owner !== undefined,
  });
  const save = useWrite(roomTransfer, {
    said: ({ bills, moved, drafts }) =>
      `过户完成，涉及未缴账单${bills}张${moved === '0.00' ? '' : `，转出预存 ${moved} 元`}${
        drafts === 0 ? '' : `；另有${drafts}张未发布的账单仍开给原业主，请在账单管理作废后对该房间重新出账`
      }`,
    renews: RENEWS,
    onRenewed: onClose,
    onError: (error) => showErrors(form, error),
  });
  return (
    <AppModal
      title={`${room.fullCode} 过户`}
      width={640}
      confirmLoading={save.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p className="note">
        原业主 {owner?.name ?? '—'}
        {room.arrears === null
          ? ''
          : `；逾期欠费 ${formatDecimal(room.arrears, 2)} 元（未到期的账单另计），预存 ${formatDecimal(room.balance, 2)} 元`}
        。过户日起的账单出给新业主，跨期的按日切分。
      </p>
      <Form<Values>
        name="transfer-form"
        form={form}
        layout="vertical"
        initialValues={{ day: todayHere(), prepaid: '随房', toRoomId: undefined }}
        onFinish={(values) =>
          save.mutate({ roomId: room.id, version: room.version, ...filled(values) } as InputOf<typeof roomTransfer>)
        }
      >
        <div className="registry-two">
          <Form.Item name="day" label="过户日" rules={required('请选择过户日')}>
            <MomentField />
          </Form.Item>
          <Form.Item name="name" label="新业主" rules={required('请填写新业主')}>
            <Input maxLength={50} />
          </Form.Item>
          <Form.Item name="phone" label="电话" rules={required('请填写电话')}>
            <Input maxLength={20} inputMode="tel" />
          </Form.Item>
          <Form.Item name="idNo" label="证件号">
            <Input maxLength={20} />
          </Form.Item>
          <Form.Item name="invoiceTitle" label="发票抬头">
            <Input maxLength={100} />
          </Form.Item>
          <Form.Item name="taxNo" label="税号">
            <Input maxLength={20} />
          </Form.Item>
        </div>
        <Form.Item name="arrears" label="欠费处理" rules={required('请选择欠费处理')}>
          <Radio.Group options={optionsOf(TRANSFER_ARREARS)} />
        </Form.Item>
        <Form.Item name="prepaid" label="预存处理" rules={required('请选择预存处理')}>
          <Radio.Group options={optionsOf(TRANSFER_PREPAID)} />
        </Form.Item>
        <Form.Item
          name="toRoomId"
          label="承接房间"
          hidden={prepaid !== '随人'}
          extra="原业主在本小区的另一房间；没有则先在收费台退预存"
        >
          <Select
            allowClear
            loading={others.isFetching}
            options={(others.data?.rows ?? [])
              .filter(({ id }) => id !== room.id)
              .map(({ id, fullCode, owner: name }) => ({ value: id, label: `${fullCode} ${name}` }))}
          />
        </Form.Item>
      </Form>
    </AppModal>
  );
};

type Part =
  | { readonly kind: 'building'; readonly of: BuildingNode | null }
  | { readonly kind: 'unit'; readonly building: BuildingNode; readonly of: BuildingNode['units'][number] | null };

const PartForm = ({
  community,
  part,
  onClose,
}: {
  readonly community: string;
  readonly part: Part;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Values>();
  const options = {
    said: '已保存',
    renews: RENEWS,
    onRenewed: onClose,
    onError: (error: unknown) => showErrors(form, error),
  };
  const building = useWrite(buildingSave, options);
  const unit = useWrite(unitSave, options);
  const what = part.kind === 'building' ? '楼栋' : '单元';
  const known = { id: part.of?.id ?? '', version: part.of?.version ?? 0 };
  return (
    <AppModal
      title={`${part.of === null ? '新增' : '修改'}${what}`}
      confirmLoading={building.isPending || unit.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Values>
        name="part-form"
        form={form}
        layout="vertical"
        initialValues={part.of ?? { code: '', name: '', type: '住宅' }}
        onFinish={(values) =>
          part.kind === 'building'
            ? building.mutate({ ...known, communityId: community, ...filled(values) } as InputOf<typeof buildingSave>)
            : unit.mutate({ ...known, buildingId: part.building.id, ...filled(values) } as InputOf<typeof unitSave>)
        }
      >
        <Form.Item name="code" label="编码" extra="房号的一部分" rules={required('请填写编码')}>
          <Input maxLength={20} />
        </Form.Item>
        <Form.Item name="name" label="名称" rules={required('请填写名称')}>
          <Input maxLength={40} />
        </Form.Item>
        {part.kind === 'building' ? (
          <>
            <Form.Item name="floors" label="层数">
              <InputNumber<number> min={1} max={200} precision={0} />
            </Form.Item>
            <Form.Item name="type" label="类型">
              <Select options={optionsOf(BUILDING_KINDS)} />
            </Form.Item>
          </>
        ) : null}
      </Form>
    </AppModal>
  );
};

/** 楼栋与单元: added, renamed, and taken away while they have no rooms. */
export const BuildingForm = ({
  community,
  tree,
  onClose,
}: {
  readonly community: string;
  readonly tree: readonly BuildingNode[];
  readonly onClose: () => void;
}): ReactElement => {
  const [part, setPart] = useState<Part | null>(null);
  const told = {
    renews: RENEWS,
    onDone: ([one]: readonly { ok: boolean; reason: string }[]) =>
      one?.ok ? notify.success('已删除') : notify.error(one?.reason ?? ''),
  };
  const dropBuilding = useWrite(buildingDelete, told);
  const dropUnit = useWrite(unitDelete, told);
  const [mayAdd, mayDelete] = [can(ROOM_SCREEN, 'add'), can(ROOM_SCREEN, 'delete')];
  const line = (key: string, words: string, onEdit: () => void, onDrop: () => void, more?: ReactElement | null) => (
    <li key={key}>
      {words}{' '}
      <Button type="link" className="cell-link" onClick={onEdit}>
        修改
      </Button>{' '}
      {mayDelete ? (
        <Button type="link" className="cell-link" onClick={onDrop}>
          删除
        </Button>
      ) : null}
      {more}
    </li>
  );
  return (
    <AppDrawer title="楼栋与单元" width={560} onClose={onClose}>
      {mayAdd ? (
        <Button type="primary" onClick={() => setPart({ kind: 'building', of: null })}>
          新增楼栋
        </Button>
      ) : null}
      <ul>
        {tree.map((building) =>
          line(
            building.id,
            `${building.name}（${building.type}，${building.rooms}户）`,
            () => setPart({ kind: 'building', of: building }),
            () => dropBuilding.mutate({ ids: [building.id] }),
            <>
              {mayAdd ? (
                <Button type="link" className="cell-link" onClick={() => setPart({ kind: 'unit', building, of: null })}>
                  新增单元
                </Button>
              ) : null}
              <ul>
                {building.units.map((unit) =>
                  line(
                    unit.id,
                    `${unit.name}（${unit.rooms}户）`,
                    () => setPart({ kind: 'unit', building, of: unit }),
                    () => dropUnit.mutate({ ids: [unit.id] }),
                  ),
                )}
              </ul>
            </>,
          ),
        )}
      </ul>
      {part === null ? null : <PartForm community={community} part={part} onClose={() => setPart(null)} />}
    </AppDrawer>
  );
};
