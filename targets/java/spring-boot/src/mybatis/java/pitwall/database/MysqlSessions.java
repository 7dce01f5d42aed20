package pitwall.database;

import javax.sql.DataSource;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.session.SqlSessionFactory;
import org.mybatis.spring.annotation.MapperScan;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import pitwall.accounts.AccountMapper;

@Configuration
@ConditionalOnProperty("MYSQL_HOST")
@MapperScan(
    basePackageClasses = AccountMapper.class,
    annotationClass = Mapper.class,
    sqlSessionFactoryRef = "mysqlSessionFactory")
public class MysqlSessions {
  @Bean
  SqlSessionFactory mysqlSessionFactory(@Qualifier("mysql") DataSource source) throws Exception {
    return Sessions.of(source);
  }
}
