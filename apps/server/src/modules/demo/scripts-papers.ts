/** Technical papers of sites, archived with their daily ones: a drawing as built, a manual, a report of a test. */
import { approved, day, none, type Script } from './script.ts';

const PAPERS = [
  ['竣工图纸', '制冷机房竣工图', '永久', {}],
  ['设备说明书', '循环水泵使用维护说明书', '10年', {}],
  ['检测检验报告', '管道焊缝探伤报告', '10年', { docNo: 'TS-2026-017' }],
] as const;

const paper = (i: number): Script => {
  const [category, docName, keepYears, more] = PAPERS[i] ?? PAPERS[0];
  return {
    module: 'dailyInformation',
    applicant: 'projectManager',
    ...approved(9 + i),
    async fields(tools) {
      return {
        project: 'EMC01001',
        category,
        docName,
        ...more,
        docDate: day(tools.now, -2),
        ...(category === '检测检验报告' ? { expireDate: day(tools.now, 365) } : {}),
        secrecy: '内部',
        keepYears,
        hasPaper: false,
        summary: `${docName}，随工程资料归档`,
        attachments: [
          {
            fileName: docName,
            version: 'V1.0',
            mediaType: '图片',
            pages: 1,
            attachment: await tools.file(),
            original: true,
          },
        ],
      };
    },
    steps: {
      项目经理审核: none,
      行政归档: async (tools) => ({ archiveNo: `GZ-${String(i + 1).padStart(4, '0')}`, archiveDate: day(tools.now) }),
    },
  };
};

export const PAPER_SCRIPTS: readonly Script[] = PAPERS.map((_, i) => paper(i));
