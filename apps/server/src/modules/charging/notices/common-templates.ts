/** The templates that a company begins with; it words them as it likes. */
import type { NoticeChannel, NoticeKind } from '@hengneng/contracts';

interface Common {
  readonly name: string;
  readonly kind: NoticeKind;
  readonly channels: readonly NoticeChannel[];
  readonly title: string;
  readonly body: string;
}

export const COMMON_TEMPLATES: readonly Common[] = [
  {
    name: '出账通知（短信）',
    kind: '出账通知',
    channels: ['短信'],
    title: '缴费通知',
    body: '{ownerName}，您好：{community}{room} {period}账单已出，应缴{amount}元，请于{dueDate}前缴纳。咨询{communityPhone}',
  },
  {
    name: '出账通知（短信，含明细链接）',
    kind: '出账通知',
    channels: ['短信'],
    title: '缴费通知',
    body: '{room} {period}账单已出，应缴{amount}元，请于{dueDate}前缴纳，明细 {payUrl}',
  },
  {
    name: '缴费通知单（纸质）',
    kind: '出账通知',
    channels: ['纸质'],
    title: '缴费通知单',
    body: '{ownerName}，您好：\n您在{community}{room}的{period}费用共{amount}元，请于{dueDate}前到收费台缴纳，明细见下表。如有疑问请致电{communityPhone}。',
  },
  {
    name: '一次催缴',
    kind: '一次催缴',
    channels: ['短信', '纸质'],
    title: '缴费提醒',
    body: '{ownerName}，您好：{community}{room} {period}费用{amount}元已于{dueDate}到期，尚未缴纳，请尽快缴费。如已缴纳请忽略。咨询{communityPhone}',
  },
  {
    name: '二次催缴',
    kind: '二次催缴',
    channels: ['短信', '纸质'],
    title: '再次催缴',
    body: '{ownerName}，您好：{community}{room} {period}费用{amount}元已逾期，另计违约金{penalty}元。请于三日内缴清，以免影响正常供能。咨询{communityPhone}',
  },
  {
    name: '律师函前告知',
    kind: '律师函前告知',
    channels: ['纸质'],
    title: '催缴函',
    body: '{ownerName}：\n您在{community}{room}的{period}费用{amount}元经多次催缴仍未缴纳，已产生违约金{penalty}元。请自收到本函之日起十日内缴清。逾期未缴的，我方将委托律师依法追索。\n联系电话：{communityPhone}',
  },
  {
    name: '停供通知',
    kind: '停供通知',
    channels: ['纸质'],
    title: '停止供能通知',
    body: '{ownerName}：\n您在{community}{room}的{period}费用{amount}元经两次催缴仍未缴纳。请于{stopDay}前缴清，逾期未缴的，将自{stopDay}起停止供能，缴清后恢复。\n联系电话：{communityPhone}',
  },
  {
    name: '恢复供能通知',
    kind: '恢复通知',
    channels: ['短信'],
    title: '恢复供能',
    body: '{ownerName}，您好：{community}{room}已恢复供能，感谢您的配合。如有异常请致电{communityPhone}',
  },
  {
    name: '调价公告',
    kind: '调价公告',
    channels: ['公示'],
    title: '收费标准调整公告',
    body: '{community}各位业主：\n根据价格主管部门文件，收费标准将作调整。新标准与执行日期请在此处写明。\n咨询电话：{communityPhone}',
  },
  {
    name: '缴费优惠',
    kind: '缴费优惠',
    channels: ['公示'],
    title: '缴费优惠活动',
    body: '{community}各位业主：\n在优惠期内一次缴清全年费用可享受优惠。优惠办法与期限请在此处写明。\n咨询电话：{communityPhone}',
  },
  {
    name: '一般公告',
    kind: '一般公告',
    channels: ['公示'],
    title: '公告',
    body: '{community}各位业主：\n请在此处写明公告内容。\n咨询电话：{communityPhone}',
  },
];
