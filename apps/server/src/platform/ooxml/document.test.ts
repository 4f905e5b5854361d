import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unclosed, unzip } from '../../testing/unzip.ts';
import { documentOf } from './document.ts';

const DOC = {
  title: '报告 <甲> & 乙',
  about: [['项目', '某大厦']],
  foot: '第 1 版',
  sections: [
    {
      title: '1 概况',
      paragraphs: ['用电 3,100 kWh。', ''],
      tables: [
        {
          title: '用量',
          columns: [
            { head: '能源', right: false },
            { head: '用量', right: true },
          ],
          rows: [['电', '3,100']],
        },
      ],
      charts: [
        {
          kind: 'bar',
          title: '费用',
          unit: '元',
          names: ['电', '气'],
          series: [{ name: '本期', values: ['1', null] }],
        },
        { kind: 'line', title: '水温', unit: '℃', names: ['1日'], series: [{ name: '供水', values: ['7.1'] }] },
      ],
    },
  ],
} as const;

describe('a document', () => {
  it('has every part that it names, each of them well formed', async () => {
    const parts = unzip(await documentOf(DOC));
    expect([...parts.keys()]).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'word/document.xml',
      'word/_rels/document.xml.rels',
      'word/styles.xml',
      'word/footer1.xml',
      'word/charts/chart1.xml',
      'word/charts/chart2.xml',
    ]);
    for (const [path, xml] of parts) expect([path, unclosed(xml)]).toEqual([path, null]);
    const types = parts.get('[Content_Types].xml') ?? '';
    for (const path of parts.keys())
      if (path.startsWith('word/') && !path.endsWith('.rels')) expect(types).toContain(`PartName="/${path}"`);
    const body = parts.get('word/document.xml') ?? '';
    const targets = parts.get('word/_rels/document.xml.rels') ?? '';
    for (const [, id] of body.matchAll(/r:id="(\w+)"/g)) expect(targets).toContain(`Id="${id}"`);
    expect(body).toContain('报告 &lt;甲&gt; &amp; 乙');
  });

  it('draws what is known, and leaves a gap where nothing is', async () => {
    const chart = unzip(await documentOf(DOC)).get('word/charts/chart1.xml') ?? '';
    expect(chart).toContain('<c:ptCount val="2"/><c:pt idx="0"><c:v>1</c:v></c:pt></c:numLit>');
    expect(chart).toContain('<c:dispBlanksAs val="gap"/>');
  });

  it('takes any words', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
        const parts = unzip(
          await documentOf({
            title: text,
            about: [[text, text]],
            foot: text,
            sections: [{ title: text, paragraphs: [text], tables: [], charts: [] }],
          }),
        );
        for (const xml of parts.values()) expect(unclosed(xml)).toBeNull();
      }),
      { numRuns: 30 },
    );
  });
});
