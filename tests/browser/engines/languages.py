"""The same question and the same fact in the ten languages of the sample site."""

from __future__ import annotations

from typing import NamedTuple


class Words(NamedTuple):
    """A question that an article of the language answers, and one sentence that it holds."""

    question: str
    sentence: str


LANGUAGES = {
    "en": Words("How long does the tide gate take to close?", "The closing takes 38 minutes [S1]."),
    "fa": Words("بسته شدن دریچهٔ لینگسوند چقدر طول می‌کشد؟", "بسته شدن دریچهٔ لینگسوند ۳۸ دقیقه طول می‌کشد [S1]."),
    "ar": Words("كم يستغرق إغلاق بوابة لينغسوند؟", "يستغرق إغلاق بوابة لينغسوند ٣٨ دقيقة [S1]."),
    "ru": Words("Сколько времени закрываются ворота Люнгсунна?", "Закрытие ворот Люнгсунна занимает 38 минут [S1]."),
    "hi": Words("लिंगसुंड के द्वार को बंद होने में कितना समय लगता है?", "लिंगसुंड के द्वार को बंद होने में 38 मिनट लगते हैं [S1]।"),
    "zh-hans": Words("灵松德潮闸关闭一次要多长时间？", "灵松德潮闸关闭一次需要38分钟[S1]。"),
    "de": Words("Wie lange dauert das Schließen?", "Das Schließen des Tores dauert 38 Minuten [S1]."),
    "fr": Words("Combien de temps dure la fermeture ?", "La fermeture de la porte dure 38 minutes [S1]."),
    "es": Words("¿Cuánto tarda en cerrarse la compuerta?", "La compuerta tarda 38 minutos en cerrarse [S1]."),
    "pt": Words("Quanto tempo demora o fecho da comporta?", "O fecho da comporta demora 38 minutos [S1]."),
}


def home(language: str) -> str:
    """The path of the language's home page; the site's own language has no prefix."""
    return "/" if language == "en" else f"/{language}/"
