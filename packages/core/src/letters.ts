/** 工程函件: kinds of letters to suppliers of building works, what each kind says, and what has to be filled in. */

export const WORKS_LETTER_KINDS = [
  '工作联系',
  '整改通知',
  '索赔',
  '工期',
  '质量',
  '付款',
  '变更确认',
  '停复工',
] as const;
export type WorksLetterKind = (typeof WORKS_LETTER_KINDS)[number];

export const WORKS_LETTER_STATES = ['待审核', '待法务', '退回', '待发送', '已发送', '已登记'] as const;
export const WORKS_REPLY_STATES = ['待回复', '已回复', '逾期', '无需回复'] as const;

/** What a claim is entered as among what suppliers owe (`supplierFine.kind`). */
export const CLAIM_KINDS = ['工期违约金', '逾期违约金', '质量扣款', '返工采购', '协作费用'] as const;

/** Letters about money, which the lawyers agree to whether or not a sum is named. */
const MONEY_KINDS: ReadonlySet<WorksLetterKind> = new Set(['索赔', '付款']);

/** Whether the lawyers have to agree to a letter before it goes out. */
export const needsLegal = (kind: WorksLetterKind, amount: string | null): boolean =>
  MONEY_KINDS.has(kind) || amount !== null;

/** What a letter of each kind says. {项目}, {单位}, {要求回复日} and {涉及金额} are filled in from the letter's own fields, the others by whoever writes it. */
export const LETTER_TEMPLATES: Readonly<Record<WorksLetterKind, string>> = {
  工作联系: '{单位}：\n关于{项目}，现就以下事项与贵单位联系：{事项}。\n请于{要求回复日}前书面回复。',
  整改通知:
    '{单位}：\n经检查，贵单位在{项目}施工中存在以下问题：{问题}。\n请按{依据}整改，并于{要求回复日}前报送整改结果与影像资料。',
  索赔: '{单位}：\n贵单位在{项目}中发生{事由}，依据{合同条款}，我方提出索赔{涉及金额}元。\n如有异议，请于{要求回复日}前书面提出并附证明材料，逾期视为确认。',
  工期: '{单位}：\n{项目}的{工作内容}较计划延误{延误天数}天。\n请于{要求回复日}前提交赶工措施与调整后的进度计划。',
  质量: '{单位}：\n{项目}的{部位或设备}存在质量问题：{问题}。\n请于{要求回复日}前查明原因并提出处理方案。',
  付款: '{单位}：\n{项目}的{款项名称}共{涉及金额}元，现就付款事宜说明如下：{说明}。\n请于{要求回复日}前确认。',
  变更确认: '{单位}：\n{项目}拟作如下变更：{变更内容}，变更依据：{依据}。\n请于{要求回复日}前确认工程量与工期影响。',
  停复工: '{单位}：\n因{原因}，{项目}自{日期}起{停工或复工}。\n请做好现场安全与成品保护，并于{要求回复日}前回复安排。',
};

const VARIABLE = /\{([^{}\n]{1,20})\}/g;

/**
 * Fills in what is known.
 * @returns the text, and the names of the variables that still have no value, each once
 */
export const fillLetter = (
  body: string,
  known: Readonly<Record<string, string | null>>,
): { readonly text: string; readonly missing: readonly string[] } => {
  const missing = new Set<string>();
  const text = body.replaceAll(VARIABLE, (whole, name: string) => {
    const value = known[name.trim()] ?? '';
    if (value !== '') return value;
    missing.add(name.trim());
    return whole;
  });
  return { text, missing: [...missing] };
};
