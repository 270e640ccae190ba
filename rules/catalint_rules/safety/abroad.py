"""The plainest forms of two instructions in other languages than English: hide this, forget what you were told.

Texts in these languages are not read otherwise. Each form is a pattern for text in lower case.
"""

from __future__ import annotations

from catalint.expression import expression

_NOT_ZH = "(?:不要|不得|不能|请勿|請勿|切勿|别|別|勿)"
_USER_ZH = "(?:用户|用戶|使用者)"
_ALL_ZH = "(?:所有|全部|一切)?"
_BEFORE_ZH = "(?:之前|以前|先前|以上|上述|此前|前面)"
_USER_DE = r"(?:dem|der|die) (?:be)?nutzer(?:in)?"

CONCEALMENT = expression(
    "|".join(
        (
            f"{_NOT_ZH}(?:告诉|告訴|告知){_USER_ZH}",
            f"{_NOT_ZH}(?:向|对|對){_USER_ZH}(?:透露|提及|提起|说|說|泄露)",
            f"{_NOT_ZH}(?:让|讓){_USER_ZH}(?:知道|发现|發現|察觉|察覺)",
            f"(?:对|對|向){_USER_ZH}(?:保密|隐瞒|隱瞞)",
            "ユーザー(?:に|には)(?:絶対に|決して)?(?:言わ|伝え|知らせ|教え|話さ|気[付づ]かれ)ない(?:で|こと|よう)",
            "사용자(?:에게|한테) (?:절대 )?(?:말하지|알리지) (?:마|말)",
            rf"\b(?:sage?|sagen sie|erzähle?|verrate|verraten sie) (?:das |dies |es )?{_USER_DE} (?:nichts|nicht)\b",
            rf"\bohne dass {_USER_DE} (?:es |das |davon )?(?:merkt|bemerkt|erfährt|weiß)",
            rf"\bverschweig(?:en sie|e)? {_USER_DE}",
            r"\bno (?:le |se lo |lo )?(?:digas?|informes?|menciones?|cuentes?|reveles?)(?: nada| esto)? al usuario\b",
            r"\bsin que el usuario (?:lo |se )?(?:sepa|note|entere)",
            r"\bne (?:le |l')?(?:dis|dites|dire|révèle|révélez|mentionnez?)(?: pas| rien| jamais) à l'utilisateur",
            r"\bà l'insu de l'utilisateur",
            r"\bsans que l'utilisateur (?:le |s'en )?(?:sache|rende compte|aperçoive)",
            r"\bnão (?:diga|conte|informe|mencione|revele)(?: nada| isso| isto)? ao usuário\b",
            r"\bsem que o usuário saiba\b",
            r"\bnon (?:dire|dirlo|informare|menzionare|rivelare)(?: nulla| niente| questo)? (?:al)?l'utente",
            r"\bне (?:говори|сообщай|рассказывай)(?:те)?(?: об этом| это| ничего)? пользовател",
        )
    )
)
TAKE_OVER = expression(
    "|".join(
        (
            f"(?:忽略|无视|無視|忘记|忘記)掉?你?{_ALL_ZH}的?{_BEFORE_ZH}的?{_ALL_ZH}的?(?:指令|指示|提示词?|命令|说明|規則|规则)",
            "(?:これまで|以前|上記|前|先)の(?:すべての|全ての|あらゆる)?(?:指示|命令|プロンプト|ルール)(?:を|は)(?:すべて|全て)?(?:無視|忘れ)",
            "(?:이전|앞)(?:의)? ?(?:모든 )?(?:지시|명령|지침|프롬프트)(?:사항)?(?:을|를|은|는)? ?(?:모두 )?무시",
            r"\b(?:ignoriere|ignorieren sie|vergiss|vergessen sie|missachte) (?:alle |sämtliche )?"  # noqa: ISC004
            r"(?:vorherigen|bisherigen|vorigen|früheren|obigen) (?:anweisungen|befehle|instruktionen|regeln|vorgaben)",
            r"\b(?:ignora|ignore|ignorá|olvida|olvide) (?:todas )?(?:las )?instrucciones (?:anteriores|previas)",
            r"\b(?:ignorez?|oubliez?) (?:toutes )?(?:les )?(?:instructions|consignes) (?:précédentes|antérieures)",
            r"\b(?:ignore|ignora|esqueça) (?:todas )?(?:as )?instruções (?:anteriores|prévias)",
            r"\b(?:ignora|dimentica) (?:tutte )?(?:le )?istruzioni precedenti",
            r"\b(?:игнорируй|забудь)(?:те)? (?:все )?(?:предыдущие|прежние|прошлые) (?:инструкции|указания|команды)",
        )
    )
)
# A text without one of these words holds none of the forms, and that is told at a hundredth of the cost.
PERSONS = tuple(
    "用户 用戶 使用者 ユーザー 사용자 пользовател nutzer usuario usuário l'utilisateur l'utente all'utente".split()
)
COMMANDS = tuple(
    """
    指令 指示 提示 命令 规则 規則 说明 プロンプト ルール 지시 명령 지침 프롬프트 инструкц указания команды anweisungen
    befehle instruktionen regeln vorgaben instrucciones instruções précédentes antérieures istruzioni
    """.split()
)
