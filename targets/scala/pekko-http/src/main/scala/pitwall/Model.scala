package pitwall

import java.nio.file.Files
import java.nio.file.Path
import java.time.Instant
import org.apache.pekko.http.scaladsl.marshallers.sprayjson.SprayJsonSupport
import scala.util.Try
import spray.json.*

final case class Small(status: Int, msg: String)
final case class Large(content: String, size: Int, price: Double, vip: Boolean)
final case class Failed(code: Int, message: String)
final case class Count(code: Int, message: Long)
final case class Asset(id: Int, name: String, desc: String)

/** The id has more digits than a number of JSON holds. */
final case class Menu(
    id: String,
    name: String,
    showFlag: Int,
    createDate: Instant,
    code: String,
    parentCode: Option[String],
)
final case class MenuList(status: Int, msg: String, data: Vector[Menu])

final case class Account(
    id: Long,
    createdAt: Instant,
    updatedAt: Instant,
    registerDate: Instant,
    name: String,
    nickName: String,
    introduction: String,
    status: Int,
)

/** What a client sends. */
final case class NewAccount(
    registerDate: Instant,
    name: String,
    password: String,
    nickName: String,
    introduction: String,
    status: Int,
)

final case class User(id: String, username: String, createdAt: Instant, updatedAt: Instant)

/** What is not there is null, where spray-json would leave it out. */
object JsonFormats extends SprayJsonSupport with DefaultJsonProtocol with NullOptions:
  given JsonFormat[Instant] with
    def write(instant: Instant): JsValue = JsString(instant.toString)
    def read(value: JsValue): Instant = value match
      case JsString(text) => Try(Instant.parse(text)).getOrElse(deserializationError(s"$text: expected an instant"))
      case _ => deserializationError("expected an instant")

  given RootJsonFormat[Small] = jsonFormat2(Small.apply)
  given RootJsonFormat[Large] = jsonFormat4(Large.apply)
  given RootJsonFormat[Failed] = jsonFormat2(Failed.apply)
  given RootJsonFormat[Count] = jsonFormat2(Count.apply)
  given RootJsonFormat[Asset] = jsonFormat3(Asset.apply)
  given RootJsonFormat[Menu] =
    jsonFormat(Menu.apply, "id", "name", "show_flag", "create_date", "code", "parent_code")
  given RootJsonFormat[MenuList] = jsonFormat3(MenuList.apply)
  given RootJsonFormat[Account] = jsonFormat(
    Account.apply,
    "id",
    "created_at",
    "updated_at",
    "register_date",
    "name",
    "nick_name",
    "introduction",
    "status",
  )
  given RootJsonFormat[NewAccount] =
    jsonFormat(NewAccount.apply, "register_date", "name", "password", "nick_name", "introduction", "status")
  given RootJsonFormat[User] = jsonFormat(User.apply, "id", "username", "created_at", "updated_at")
  given accounts: RootJsonFormat[Vector[Account]] = vectorFormat[Account]
  given users: RootJsonFormat[Vector[User]] = vectorFormat[User]

/**
 * What the responses are made of, read once at start: the text of json-large, and the assets by their id as a path
 * spells it, so that a path that is no number finds none.
 */
final case class SharedData(content: String, assets: Map[String, Asset])

object SharedData:
  import JsonFormats.given
  private val Lines = 100

  def read(folder: Path): SharedData =
    val sentence = Files.readString(folder.resolve("sentence.txt")).stripTrailing
    val assets = Files.readString(folder.resolve("assets.json")).parseJson.convertTo[Vector[Asset]]
    SharedData(Vector.fill(Lines)(sentence).mkString("\n"), assets.map(asset => asset.id.toString -> asset).toMap)
