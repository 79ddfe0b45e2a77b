/** The picture of each Agent: three rings, 96 by 96 pixels, a PNG of 381 bytes. */
export const AGENT_PORTRAIT = Buffer.from(
  [
    'iVBORw0KGgoAAAANSUhEUgAAAGAAAABgAQMAAADYVuV7AAAABlBMVEUkKkR/0cdk04oAAAABMklEQVR42r1Uy7HEIAwzw4EjJdDJprGdQGmUQg',
    'kcOWTiZ8G+l2je7DUcCMpHlm05Ik+u7bjOQbVdD1SvR2rr9+wB6gdErV77jeuPLxtVONfZafls+H7ezIshDOxphY392iXNF/xYzEXSELe4s1EZ',
    '1+I+l+o8wSFJdcg2Yw7JqqckRPVdtAWVWCfwlozWCUILUN0CJISK4LF7gFghKwwPPbGAxw0HkMqMcDiIS7ID7AKw2dUodoHSl+1Wjk3eEwyror',
    '0NsBuRpZAKPn0702NqygvAd+QT6wItqvbwHwzfkGmoCcAuBuzWAujcE+AW9C7nu2pO7p42FYRKRUWk8lLhqSXULGojNZhaT6Ygu5CRyGJsPrIl',
    'GZasTCYn+9Ng0MjQMPGY0QDSaNLQ8jjToNMv4IH1A3gwObQcdiv0AAAAAElFTkSuQmCC',
  ].join(''),
  'base64',
);
