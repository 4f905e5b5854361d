// @vitest-environment happy-dom
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sanitise } from './sanitise.ts';

describe('rich text', () => {
  it('keeps plain formatting', () => {
    const html = '<p>甲<b>乙</b><i>丙</i></p><ul><li>一</li><li>二</li></ul><br>';
    expect(sanitise(html)).toBe(html);
  });

  it('drops what acts, with its content', () => {
    expect(sanitise('前<script>alert(1)</script>后')).toBe('前后');
    expect(sanitise('<style>p{color:red}</style><p>字</p>')).toBe('<p>字</p>');
    expect(sanitise('<svg><text>图</text></svg>字')).toBe('字');
    expect(sanitise('<iframe name="x"></iframe>字')).toBe('字');
    expect(sanitise('<template><b>藏</b></template>字')).toBe('字');
  });

  it('drops every attribute and leaves the text of unknown elements', () => {
    expect(sanitise('<p onclick="alert(1)" style="position:fixed">字</p>')).toBe('<p>字</p>');
    expect(sanitise('<a href="javascript:alert(1)">链接</a>')).toBe('链接');
    expect(sanitise('<img src="x" onerror="alert(1)">图')).toBe('图');
  });

  it('keeps text as text', () => {
    expect(sanitise('1 &lt; 2 &amp;&amp; 3 &gt; 2')).toBe('1 &lt; 2 &amp;&amp; 3 &gt; 2');
    expect(sanitise('&lt;script&gt;alert(1)&lt;/script&gt;')).toBe('&lt;script&gt;alert(1)&lt;/script&gt;');
  });

  it('answers nothing but bare elements of its list, whatever comes', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '/',
      '=',
      ' ',
      '&',
      '<b',
      '<p>',
      '</p>',
      '<img src=x onerror=alert(1)>',
      '<script>',
      '</script>',
      '<svg onload=alert(1)>',
      '<!--',
      '-->',
      '<li',
      'onclick',
      'javascript:',
      '&lt;',
      '字',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => {
        const left = sanitise(pieces.join('')).replace(/<\/?(b|strong|i|em|u|ul|ol|li|p|div|br)>/g, '');
        return !/[<>"]/.test(left);
      }),
    );
  });
});
