/** What a questionnaire asks and what somebody answered. Pure: the phone, the designer and the server go by the same rules. */

export const QUESTION_TYPES = {
  single: '单选',
  multi: '多选',
  stars: '星级（5星）',
  rating: '评分（1～10分）',
  nps: '推荐意愿（0～10）',
  matrix: '矩阵评分',
  text: '单行文本',
  textarea: '多行文本',
  photos: '照片',
  date: '日期',
} as const;
export type QuestionType = keyof typeof QUESTION_TYPES;

export const STATES = { draft: '草稿', collecting: '收集中', paused: '已暂停', ended: '已结束' } as const;
export type QuestionnaireState = keyof typeof STATES;

export const SEASONS = ['制冷季', '采暖季', '过渡季', '全年热水'] as const;

/** How an answer came: by the card on the table, a message, or a link that somebody passed on. */
export const SOURCES = { q: '二维码', s: '短信', w: '微信', l: '链接' } as const;
export type SourceCode = keyof typeof SOURCES;

export const CONDITION_WORDS = { is: '等于', isNot: '不等于', atLeast: '不低于', below: '低于' } as const;
export type ConditionKind = keyof typeof CONDITION_WORDS;

/** A question shows only where an earlier one was answered so. */
export interface Condition {
  readonly question: string;
  readonly kind: ConditionKind;
  /** An option, or a number of points. */
  readonly value: string;
}

export interface Dimension {
  readonly key: string;
  readonly label: string;
  /** Whole percent; those of a matrix make 100. */
  readonly weight: number;
}

export interface Question {
  readonly id: string;
  readonly type: QuestionType;
  readonly title: string;
  readonly hint: string;
  readonly required: boolean;
  readonly options: readonly string[];
  /** Fewest and most options of a `multi`. */
  readonly least: number | null;
  readonly most: number | null;
  readonly dimensions: readonly Dimension[];
  readonly showIf: Condition | null;
  /** Points below which the reason is asked for, in the question's own scale. */
  readonly reasonBelow: number | null;
}

export interface Design {
  readonly questions: readonly Question[];
  /** Whether name, phone and place are asked for at the end. */
  readonly contact: 'none' | 'optional' | 'required';
}

export interface Photo {
  readonly URL: string;
  readonly Size: number;
  readonly Name: string;
}

export type AnswerValue = string | number | readonly string[] | Readonly<Record<string, number>> | readonly Photo[];

export interface Answer {
  readonly value: AnswerValue | null;
  readonly reason: string;
}

/** By the questions' ids. */
export type Answers = Readonly<Record<string, Answer>>;

export const MOST_QUESTIONS = 60;
export const MOST_PHOTOS = 3;
export const TEXT_LENGTH = 100;
export const TEXTAREA_LENGTH = 500;
export const REASON_LENGTH = 200;

/** Points that a question takes; null where it takes none. */
export const scaleOf = (type: QuestionType): { readonly min: number; readonly max: number } | null => {
  switch (type) {
    case 'stars':
      return { min: 1, max: 5 };
    case 'rating':
    case 'matrix':
      return { min: 1, max: 10 };
    case 'nps':
      return { min: 0, max: 10 };
    default:
      return null;
  }
};

/** The dimensions of 客户回访, each with a tenth: so that both count alike. */
export const TEN_DIMENSIONS: readonly Dimension[] = [
  '制冷效果',
  '采暖效果',
  '卫生热水',
  '空气品质与噪音',
  '设备运行稳定',
  '报修响应速度',
  '服务态度与仪容',
  '机房卫生与标识',
  '账单透明准确',
  '节能建议与成效',
].map((label, at) => ({ key: `d${at + 1}`, label, weight: 10 }));
